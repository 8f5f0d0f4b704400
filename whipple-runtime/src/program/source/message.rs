//! Messages with values in them, as those of `panic!("no node {id:#x}")` and `println!("node {id:#x}")`.
//!
//! A device has no formatting. It sends the number of the message, and the values with their types
//! (`whipple-cuda/device/message.cuh`). Beside a body the macros write a function that has Rust's `format!` make the text of such values.

mod ty;

use super::graph::ItemSet;
use crate::{device_type::Encode, print::StandardStream, program::ProcedureInfo};
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{
    array::TryFromSliceError,
    collections::HashMap,
    fmt,
    marker::PhantomData,
    mem::{ManuallyDrop, size_of},
    num::TryFromIntError,
};

/// What writes a message.
#[derive(Clone, Copy)]
pub struct Message {
    /// The number that a device knows it by.
    pub number: u64,
    /// Gives the text.
    pub says: fn(&[Value]) -> String,
    /// Where the text is printed; `None` for what a panic says.
    pub prints: Option<StandardStream>,
}

/// How values of a type of the user's are printed.
#[derive(Clone, Copy, Debug)]
pub struct Prints {
    size: usize,
    debug: Option<Print>,
    display: Option<Print>,
}

/// Prints the value whose bytes are there.
type Print = unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result;

impl Prints {
    /// Those of a type, from what [`Printed`] says of it.
    pub const fn of<T>(debug: Option<Print>, display: Option<Print>) -> Self {
        Self { size: size_of::<T>(), debug, display }
    }

    /// Whether there are any.
    pub const fn is_some(&self) -> bool {
        self.debug.is_some() || self.display.is_some()
    }
}

/// How a type is printed. Where it lacks a trait, the constant is that of [`Unprinted`].
pub struct Printed<T>(PhantomData<T>);

// What holds buffers has other bytes on a device.
impl<T: fmt::Debug + Encode> Printed<T> {
    /// By `{:?}`.
    pub const DEBUG: Option<Print> = if T::HOLDS_BUFFERS { None } else { Some(debug::<T>) };
}

impl<T: fmt::Display + Encode> Printed<T> {
    /// By `{}`.
    pub const DISPLAY: Option<Print> = if T::HOLDS_BUFFERS { None } else { Some(display::<T>) };
}

/// What holds of a type without `Debug` or `Display`.
pub trait Unprinted {
    /// By `{:?}`.
    const DEBUG: Option<Print> = None;
    /// By `{}`.
    const DISPLAY: Option<Print> = None;
}

impl<T> Unprinted for Printed<T> {}

/// A value that a device sent.
#[derive(Clone)]
#[allow(missing_docs)]
pub enum Value {
    /// One for which a message has no room.
    Absent,
    Bool(bool),
    Char(char),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U128(u128),
    I128(i128),
    F32(f32),
    F64(f64),
    Unit,
    IntError(TryFromIntError),
    SliceError(TryFromSliceError),
    Maybe(Option<Box<Value>>),
    Outcome(Result<Box<Value>, Box<Value>>),
    Array(Vec<Value>),
    Tuple(Vec<Value>),
    Two(Vec2),
    Three(Vec3),
    Four(Vec4),
    ThreeByThree(Mat3),
    FourByFour(Mat4),
    IVec2(IVec2),
    IVec3(IVec3),
    IVec4(IVec4),
    UVec2(UVec2),
    UVec3(UVec3),
    UVec4(UVec4),
    BVec2(BVec2),
    BVec3(BVec3),
    BVec4(BVec4),
    BVec4A(BVec4A),
    Quat(Quat),
    /// One of a type of the user's: its bytes.
    Own(Prints, Vec<u64>),
}

/// The messages of a program.
pub struct Messages {
    items: Box<ItemSet>,
    by_number: HashMap<u64, &'static Message>,
}

impl Messages {
    /// Those that tasks of these procedures have.
    #[must_use]
    pub fn of(procedures: &[ProcedureInfo]) -> Self {
        let items = Box::new(ItemSet::reached(procedures));
        let messages = (0..items.len).flat_map(|index| items.get(index).messages);
        let by_number = messages.map(|message| (message.number, message)).collect();
        Self { items, by_number }
    }

    /// Whether some are printed.
    #[must_use]
    pub fn print(&self) -> bool {
        self.by_number.values().any(|message| message.prints.is_some())
    }

    /// The text of what a task panicked with: its number, and the words that the device wrote. `None` if nothing writes it.
    #[must_use]
    pub fn text(&self, number: u64, words: &[u64]) -> Option<String> {
        if let Some(says) = of_result(number) {
            return Some(says(Reader::of(words, &self.items)?.all()?.first()?));
        }
        self.said(self.by_number.get(&number)?, words)
    }

    /// The text of what a task printed, and where it goes. `None` if nothing writes it.
    #[must_use]
    pub fn printed(&self, number: u64, words: &[u64]) -> Option<(StandardStream, String)> {
        let message = self.by_number.get(&number)?;
        Some((message.prints?, self.said(message, words)?))
    }

    fn said(&self, message: &Message, words: &[u64]) -> Option<String> {
        Some((message.says)(&Reader::of(words, &self.items)?.all()?))
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").field("count", &self.by_number.len()).finish_non_exhaustive()
    }
}

/// What methods of `Result` say, whose numbers are those of `detail::Says` (result.cuh). Those of texts are hashes.
fn of_result(number: u64) -> Option<fn(&Value) -> String> {
    match number {
        1 => Some(|error| format!("called `Result::unwrap()` on an `Err` value: {error:?}")),
        2 => Some(|value| format!("called `Result::unwrap_err()` on an `Ok` value: {value:?}")),
        _ => None,
    }
}

/// Reads what `num::panic` or `num::print` wrote: how many words have types and how many there are, the types, the values.
struct Reader<'w> {
    types: std::vec::IntoIter<u8>,
    values: std::slice::Iter<'w, u64>,
    items: &'w ItemSet,
}

impl<'w> Reader<'w> {
    fn of(words: &'w [u64], items: &'w ItemSet) -> Option<Self> {
        let (first, rest) = words.split_first()?;
        let (types, all) = (*first as u32 as usize, (first >> 32) as usize);
        let types: Vec<u8> = rest.get(..types)?.iter().flat_map(|word| word.to_le_bytes()).collect();
        let values = rest.get(types.len() / 8..all.checked_sub(1)?)?;
        Some(Self { types: types.into_iter(), values: values.iter(), items })
    }

    /// All values, up to the end of their types.
    fn all(mut self) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        while self.types.as_slice().first().is_some_and(|ty| *ty != ty::END) {
            values.push(self.value()?);
        }
        Some(values)
    }

    fn word(&mut self) -> Option<u64> {
        self.values.next().copied()
    }

    fn two_words(&mut self) -> Option<u128> {
        let (low, high) = (self.word()?, self.word()?);
        Some(u128::from(high) << 64 | u128::from(low))
    }

    fn value(&mut self) -> Option<Value> {
        Some(match self.types.next()? {
            ty::ABSENT => Value::Absent,
            ty::BOOL => Value::Bool(self.word()? != 0),
            ty::CHAR => Value::Char(char::from_u32(self.word()? as u32)?),
            ty::U8 => Value::U8(self.word()? as u8),
            ty::U16 => Value::U16(self.word()? as u16),
            ty::U32 => Value::U32(self.word()? as u32),
            ty::U64 => Value::U64(self.word()?),
            ty::I8 => Value::I8(self.word()? as i8),
            ty::I16 => Value::I16(self.word()? as i16),
            ty::I32 => Value::I32(self.word()? as i32),
            ty::I64 => Value::I64(self.word()? as i64),
            ty::U128 => Value::U128(self.two_words()?),
            ty::I128 => Value::I128(self.two_words()? as i128),
            ty::F32 => Value::F32(f32::from_bits(self.word()? as u32)),
            ty::F64 => Value::F64(f64::from_bits(self.word()?)),
            ty::UNIT => Value::Unit,
            ty::INT_ERROR => Value::IntError(u8::try_from(u32::MAX).err()?),
            ty::SLICE_ERROR => Value::SliceError(<[u8; 1]>::try_from([].as_slice()).err()?),
            ty::OPTION => {
                let is_some = self.word()? != 0;
                let value = Box::new(self.value()?);
                Value::Maybe(is_some.then_some(value))
            }
            ty::RESULT => {
                let is_ok = self.word()? != 0;
                let (value, error) = (Box::new(self.value()?), Box::new(self.value()?));
                Value::Outcome(if is_ok { Ok(value) } else { Err(error) })
            }
            ty::ARRAY => {
                let length = u32::from_le_bytes([self.types.next()?, self.types.next()?, self.types.next()?, 0]);
                let element = self.types.clone();
                let elements = (0..length).map(|_| {
                    self.types = element.clone();
                    self.value()
                });
                Value::Array(elements.collect::<Option<_>>()?)
            }
            ty::TUPLE => {
                let length = self.types.next()?;
                Value::Tuple((0..length).map(|_| self.value()).collect::<Option<_>>()?)
            }
            ty::VEC2 => Value::Two(Vec2::from_array(self.floats()?)),
            ty::VEC3 => Value::Three(Vec3::from_array(self.floats()?)),
            ty::VEC4 => Value::Four(Vec4::from_array(self.floats()?)),
            ty::MAT3 => Value::ThreeByThree(Mat3::from_cols_array(&self.floats()?)),
            ty::MAT4 => Value::FourByFour(Mat4::from_cols_array(&self.floats()?)),
            ty::IVEC2 => Value::IVec2(UVec2::from_array(self.integers()?).as_ivec2()),
            ty::IVEC3 => Value::IVec3(UVec3::from_array(self.integers()?).as_ivec3()),
            ty::IVEC4 => Value::IVec4(UVec4::from_array(self.integers()?).as_ivec4()),
            ty::UVEC2 => Value::UVec2(UVec2::from_array(self.integers()?)),
            ty::UVEC3 => Value::UVec3(UVec3::from_array(self.integers()?)),
            ty::BVEC2 => Value::BVec2(self.truths()?.into()),
            ty::BVEC3 => Value::BVec3(self.truths()?.into()),
            ty::BVEC4 => Value::BVec4(self.truths()?.into()),
            ty::BVEC4A => Value::BVec4A(self.truths()?.into()),
            ty::QUAT => Value::Quat(Quat::from_array(self.floats()?)),
            ty::UVEC4 => Value::UVec4(UVec4::from_array(self.integers()?)),
            ty::OWN => {
                let mut id = [0; 8];
                for byte in &mut id {
                    *byte = self.types.next()?;
                }
                let id = u64::from_le_bytes(id);
                let item = (0..self.items.len).map(|index| self.items.get(index)).find(|item| item.id == id)?;
                let words = (0..item.prints.size.div_ceil(8)).map(|_| self.word());
                Value::Own(item.prints, words.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        self.integers().map(|bits| bits.map(f32::from_bits))
    }

    fn truths<const N: usize>(&mut self) -> Option<[bool; N]> {
        let bits = self.word()?;
        Some(std::array::from_fn(|index| bits >> index & 1 != 0))
    }

    fn integers<const N: usize>(&mut self) -> Option<[u32; N]> {
        let mut integers = [0; N];
        for integer in &mut integers {
            *integer = self.word()? as u32;
        }
        Some(integers)
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("number", &self.number).finish_non_exhaustive()
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("…"),
            Self::Bool(value) => value.fmt(f),
            Self::Char(value) => value.fmt(f),
            Self::U8(value) => value.fmt(f),
            Self::U16(value) => value.fmt(f),
            Self::U32(value) => value.fmt(f),
            Self::U64(value) => value.fmt(f),
            Self::I8(value) => value.fmt(f),
            Self::I16(value) => value.fmt(f),
            Self::I32(value) => value.fmt(f),
            Self::I64(value) => value.fmt(f),
            Self::U128(value) => value.fmt(f),
            Self::I128(value) => value.fmt(f),
            Self::F32(value) => value.fmt(f),
            Self::F64(value) => value.fmt(f),
            Self::Unit => ().fmt(f),
            Self::IntError(value) => value.fmt(f),
            Self::SliceError(value) => value.fmt(f),
            Self::Maybe(value) => value.fmt(f),
            Self::Outcome(value) => value.fmt(f),
            Self::Array(values) => values.fmt(f),
            Self::Tuple(values) => {
                let mut tuple = f.debug_tuple("");
                values.iter().for_each(|value| _ = tuple.field(value));
                tuple.finish()
            }
            Self::Two(value) => value.fmt(f),
            Self::Three(value) => value.fmt(f),
            Self::Four(value) => value.fmt(f),
            Self::ThreeByThree(value) => value.fmt(f),
            Self::FourByFour(value) => value.fmt(f),
            Self::IVec2(value) => value.fmt(f),
            Self::IVec3(value) => value.fmt(f),
            Self::IVec4(value) => value.fmt(f),
            Self::UVec2(value) => value.fmt(f),
            Self::UVec3(value) => value.fmt(f),
            Self::UVec4(value) => value.fmt(f),
            Self::BVec2(value) => value.fmt(f),
            Self::BVec3(value) => value.fmt(f),
            Self::BVec4(value) => value.fmt(f),
            Self::BVec4A(value) => value.fmt(f),
            Self::Quat(value) => value.fmt(f),
            Self::Own(prints, bytes) => print_own(prints.debug, bytes, f),
        }
    }
}

fn print_own(print: Option<Print>, bytes: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match print {
        // SAFETY: the device wrote the bytes of a value of the type that this prints.
        Some(print) => unsafe { print(bytes.as_ptr().cast(), f) },
        None => f.write_str("…"),
    }
}

/// # Safety
/// The bytes must be those of a `T` that is a device type: plain data, wherever they lie.
unsafe fn debug<T: fmt::Debug>(bytes: *const u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // SAFETY: the caller's contract.
    unsafe { read::<T>(bytes) }.fmt(f)
}

/// # Safety
/// As of [`debug`].
unsafe fn display<T: fmt::Display>(bytes: *const u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // SAFETY: the caller's contract.
    unsafe { read::<T>(bytes) }.fmt(f)
}

/// # Safety
/// As of [`debug`].
unsafe fn read<T>(bytes: *const u8) -> ManuallyDrop<T> {
    // SAFETY: the caller's contract.
    unsafe { bytes.cast::<ManuallyDrop<T>>().read_unaligned() }
}

/// Prints what the value holds. rustc has checked in the body that its type can be printed so.
macro_rules! as_rust_does {
    ($($format:ident: $($variant:ident)* $(, $own:ident)?;)*) => {$(
        impl fmt::$format for Value {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(value) => fmt::$format::fmt(value, f),)*
                    $(Self::Own(prints, bytes) => print_own(prints.$own, bytes, f),)?
                    _ => f.write_str("…"),
                }
            }
        }
    )*};
}

as_rust_does! {
    Display: IntError SliceError Bool Char U8 U16 U32 U64 U128 I8 I16 I32 I64 I128 F32 F64 Two Three Four ThreeByThree
        FourByFour IVec2 IVec3 IVec4 UVec2 UVec3 UVec4 BVec2 BVec3 BVec4 BVec4A Quat, display;
    LowerHex: U8 U16 U32 U64 U128 I8 I16 I32 I64 I128;
    UpperHex: U8 U16 U32 U64 U128 I8 I16 I32 I64 I128;
    Octal: U8 U16 U32 U64 U128 I8 I16 I32 I64 I128;
    Binary: U8 U16 U32 U64 U128 I8 I16 I32 I64 I128;
    LowerExp: U8 U16 U32 U64 U128 I8 I16 I32 I64 I128 F32 F64;
    UpperExp: U8 U16 U32 U64 U128 I8 I16 I32 I64 I128 F32 F64;
}
