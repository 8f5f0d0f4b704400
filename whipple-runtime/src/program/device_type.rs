//! Types that mean the same on the host and on the device.

use crate::{
    parameter::ParameterWriter,
    source::{Piece, constants::constant, written::Shape},
};
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{array::TryFromSliceError, cmp::Ordering, convert::Infallible, num::TryFromIntError};

/// A type that device code has a name for: every [`DeviceType`], what holds buffers, which only a launch binds, and what has an `Option`,
/// a `Result` or a tuple in it, which stays within a task.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a device type",
    label = "device code cannot hold this",
    note = "write `#[device]` above the definition of a struct or an enum of your own; of a tuple, an `Option` or a `Result`, make such a struct",
    note = "others are integers, f32, f64, bool, char, arrays, glam's types of f32, i32, u32 and bool; what takes a procedure is a method of its `#[device] impl`; an alias of a tuple, an `Option`, a `Result` or a reference is written out"
)]
pub trait Typed: Sized {
    /// The C++ name.
    #[doc(hidden)] // For the expansion of `#[device]`.
    const WHIPPLE_TYPED: &'static [Piece];
    /// The same where the type is written with its lifetimes. What borrows has a name there alone: a macro sees that it does.
    #[doc(hidden)] // As above.
    const WHIPPLE_BORROWING: &'static [Piece] = Self::WHIPPLE_TYPED;
}

/// A type that a launch hands to a device: every [`DeviceType`], and what holds buffers.
pub trait Encode: Typed + 'static {
    /// Size and alignment in bytes on the device.
    #[doc(hidden)] // For the expansion of `#[device]`, as all that follows.
    const LAYOUT: (usize, usize) = (size_of::<Self>(), align_of::<Self>());
    /// What C++ checks of its layout.
    #[doc(hidden)] // As above.
    const CHECKS: &'static [Piece] = &[];
    /// Whether it is a buffer or has one in it: then its layout in Rust is another.
    #[doc(hidden)] // As above.
    const HOLDS_BUFFERS: bool = false;

    /// Appends a parameter in device layout.
    #[doc(hidden)] // As above.
    fn encode(&self, out: &mut ParameterWriter);
}

/// A type whose values hold no buffers: every [`DeviceType`], and what stays within a task.
///
/// # Safety
/// A copy of the bytes of a value is another value: it owns nothing, and has no exclusive reference in it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in an enum",
    label = "a variant of an enum holds no buffers in device code",
    note = "keep the buffers beside the enum, in a struct or in the procedure"
)]
pub unsafe trait Data: Typed + 'static {}

/// A type with one layout and one meaning in Rust and in CUDA C++, whose values are stored anywhere. Implemented by `#[device]`.
///
/// # Safety
/// `WHIPPLE_TYPED` must name a C++ type of the same size, alignment and field offsets; `SHAPE` must say where its numbers are; the value
/// whose bytes are all zero must be valid; `NO_PADDING`, `ANY_BITS` and `MIXES` may be true only when what they say is; `write_fields` must
/// write every byte that belongs to a field; and `is_valid` may be true only of bytes that are a value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a device type",
    label = "device code cannot store this",
    note = "write `#[device]` above the definition of a struct or an enum of your own; an `Option`, a `Result` or a tuple, and what has one in it, stays within a task: write a `bool` beside the value, or make a `#[device]` enum of your own",
    note = "others are integers, f32, f64, bool, char, arrays, glam's types of f32, i32, u32 and bool; a `Buffer<T>`, or a struct that has one in it, is a field of a procedure, a parameter or a variable, and stored nowhere else; what takes a procedure is a method of its `#[device] impl`; an alias of a tuple, an `Option`, a `Result` or a reference is written out"
)]
pub unsafe trait DeviceType: Encode + Data {
    /// Whether every byte belongs to a field.
    #[doc(hidden)] // For the expansion of `#[device]`, as all that follows.
    const NO_PADDING: bool;
    /// Whether its fields may have any bits, as numbers may, `bool` and enums not.
    #[doc(hidden)] // As above.
    const ANY_BITS: bool = false;
    /// Whether a mix of two values, some words of the one and the others of the other, is a value. A word is as large as the alignment.
    #[doc(hidden)] // As above.
    const MIXES: bool = false;
    /// What its values are made of, for constants.
    #[doc(hidden)] // As above.
    const SHAPE: Shape = Shape::Other;

    /// Whether these bytes, as many as the type has, are a value. A type whose fields may not have any bits says which.
    #[doc(hidden)] // As above.
    fn is_valid(_bytes: &[u8]) -> bool {
        const { assert!(Self::ANY_BITS, "a type whose fields may not have any bits says which they may") };
        true
    }

    /// Whether all of these bytes are values, one behind the other.
    #[doc(hidden)] // As above.
    fn are_valid(bytes: &[u8]) -> bool {
        bytes.chunks_exact(size_of::<Self>().max(1)).all(Self::is_valid)
    }

    /// Copies the fields to `out`, which is as large as the type, and leaves out what is padding. A type that has some says how.
    #[doc(hidden)] // As above.
    fn write_fields(&self, out: &mut [u8]) {
        const { assert!(Self::NO_PADDING, "a type with padding says where its fields are") };
        // SAFETY: `self` is valid for reads of its size, and without padding all of its bytes are initialised.
        out.copy_from_slice(unsafe { std::slice::from_raw_parts((&raw const *self).cast::<u8>(), size_of::<Self>()) });
    }
}

/// What is encoded as its fields are.
macro_rules! stored {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> crate::device_type::Encode for $ty {
            fn encode(&self, out: &mut crate::parameter::ParameterWriter) {
                out.value(self);
            }
        }

        // SAFETY: it is a device type, and those are copied to a device and back as bytes.
        unsafe impl<$($generics)*> crate::device_type::Data for $ty {}
    )*};
}
pub(crate) use stored;

macro_rules! primitive {
    ($($rust:ty => $cuda:literal),* $(,)?; $shape:expr) => {$(
        impl Typed for $rust {
            const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text($cuda)];
        }

        // SAFETY: the device library defines this name with the same size and alignment, checked by its
        // static_asserts; zero is a value of it; it has no padding, lies within a word or is made of floats, and any bits are a value.
        unsafe impl DeviceType for $rust {
            const NO_PADDING: bool = true;
            const ANY_BITS: bool = true;
            const MIXES: bool = true;
            const SHAPE: Shape = $shape;
        }

        stored! { [] $rust; }
    )*};
}

primitive! {
    u8 => "u8", u16 => "u16", u32 => "u32", u64 => "u64", usize => "usize",
    i8 => "i8", i16 => "i16", i32 => "i32", i64 => "i64", isize => "isize", u128 => "u128", i128 => "i128",
    f32 => "f32", f64 => "f64";
    Shape::number::<Self>()
}
primitive! { Vec2 => "Vec2", Vec3 => "Vec3", Vec4 => "Vec4", Quat => "Quat"; Shape::lanes::<Self, f32>() }
primitive! { IVec2 => "IVec2", IVec3 => "IVec3", IVec4 => "IVec4"; Shape::lanes::<Self, i32>() }
primitive! { UVec2 => "UVec2", UVec3 => "UVec3", UVec4 => "UVec4"; Shape::lanes::<Self, u32>() }
primitive! { Mat3 => "Mat3"; Shape::lanes::<Self, Vec3>() }
primitive! { Mat4 => "Mat4"; Shape::lanes::<Self, Vec4>() }

impl Typed for bool {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text("bool")];
}

// SAFETY: the device library checks that C++'s `bool` has one byte; zero is a value of it.
unsafe impl DeviceType for bool {
    const NO_PADDING: bool = true;
    const MIXES: bool = true;
    const SHAPE: Shape = Shape::number::<Self>();

    fn is_valid(bytes: &[u8]) -> bool {
        bytes[0] <= 1
    }

    // Without a way out of the loop, it is vectorised.
    fn are_valid(bytes: &[u8]) -> bool {
        bytes.iter().fold(0, |bits, byte| bits | byte) <= 1
    }
}

/// Masks of glam's, which have a number of truth values.
macro_rules! masks {
    ($($rust:ident $cuda:literal $count:literal $lane:ty;)*) => {$(
        impl Typed for $rust {
            const WHIPPLE_TYPED: &'static [Piece] = {
                assert!(size_of::<$rust>() == $count * size_of::<$lane>());
                &[Piece::Text($cuda)]
            };
        }

        stored! { [] $rust; }

        // SAFETY: the device library checks that it has as many numbers, of which zero is `false`.
        unsafe impl DeviceType for $rust {
            const NO_PADDING: bool = true;
            const MIXES: bool = true;

            fn is_valid(bytes: &[u8]) -> bool {
                let is_lane = |lane: &[u8]| match lane {
                    [byte] => *byte <= 1,
                    _ => lane.iter().all(|byte| *byte == 0) || lane.iter().all(|byte| *byte == 0xff),
                };
                bytes.chunks_exact(size_of::<$lane>()).all(is_lane)
            }
        }
    )*};
}

masks! { BVec2 "BVec2" 2 bool; BVec3 "BVec3" 3 bool; BVec4 "BVec4" 4 bool; BVec4A "BVec4A" 4 u32; }

macro_rules! errors {
    ($($error:ident)*) => {$(
        impl Typed for $error {
            const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text(stringify!($error))];
        }
    )*};
}

// A struct of C++ of each name has no values to tell apart. None of them is stored.
errors! { TryFromIntError TryFromSliceError Infallible }

// Ranges are values within a task: Rust states no layout for them.
impl<T: Typed> Typed for std::ops::Range<T> {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text("RangeOf<"), Piece::Type(T::WHIPPLE_TYPED), Piece::Text(">")];
}

impl<T: Typed> Typed for std::ops::RangeInclusive<T> {
    const WHIPPLE_TYPED: &'static [Piece] =
        &[Piece::Text("RangeInclusiveOf<"), Piece::Type(T::WHIPPLE_TYPED), Piece::Text(">")];
}

impl Typed for Ordering {
    const WHIPPLE_TYPED: &'static [Piece] = {
        assert!(Ordering::Less as i8 == -1 && Ordering::Equal as i8 == 0 && Ordering::Greater as i8 == 1);
        assert!(size_of::<Ordering>() == 1);
        &[Piece::Text("Ordering")]
    };
}

stored! { [] bool; [] char; [] Ordering; }

impl Typed for char {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text("Char")];
}

// SAFETY: the device library checks that its `Char` has four bytes, aligned as a number is; zero is a value of it.
unsafe impl DeviceType for char {
    const NO_PADDING: bool = true;
    const MIXES: bool = true;
    const SHAPE: Shape = Shape::Number(size_of::<Self>(), "Char(", "u)");

    fn is_valid(bytes: &[u8]) -> bool {
        <[u8; 4]>::try_from(bytes).is_ok_and(|bytes| Self::from_u32(u32::from_ne_bytes(bytes)).is_some())
    }
}

// SAFETY: the device library checks that its `Ordering` has one byte, as Rust's `repr(i8)`; zero is `Equal`.
unsafe impl DeviceType for Ordering {
    const NO_PADDING: bool = true;
    const MIXES: bool = true;

    fn is_valid(bytes: &[u8]) -> bool {
        matches!(bytes[0], 0xff | 0 | 1)
    }
}

impl Typed for () {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text("Unit")];
}

impl Encode for () {
    fn encode(&self, _: &mut ParameterWriter) {}
}

// SAFETY: it has no bytes.
unsafe impl Data for () {}

// SAFETY: `Unit` is an empty C++ struct that is never stored; `()` has no bytes.
unsafe impl DeviceType for () {
    const NO_PADDING: bool = true;
    const ANY_BITS: bool = true;
    const MIXES: bool = true;
}

/// What a struct without fields is where it is stored: no device type, because Rust gives it no byte, and C++ has none without.
#[doc(hidden)] // For the expansion of `#[device]`.
#[derive(Debug)]
pub enum AStructWithoutFields {}

impl Typed for AStructWithoutFields {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text("Unit")];
}

// SAFETY: it has no values.
unsafe impl Data for AStructWithoutFields {}

impl<T: Typed, const N: usize> Typed for [T; N] {
    const WHIPPLE_TYPED: &'static [Piece] = {
        assert!(N > 0, "an array has at least one element in device code: C++ has no empty ones");
        &[Piece::Text("Array<"), Piece::Type(T::WHIPPLE_TYPED), Piece::Text(", "), constant(N as u64), Piece::Text(">")]
    };
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    const LAYOUT: (usize, usize) = (T::LAYOUT.0 * N, T::LAYOUT.1);
    const HOLDS_BUFFERS: bool = T::HOLDS_BUFFERS;

    fn encode(&self, out: &mut ParameterWriter) {
        for element in self {
            element.encode(out);
        }
    }
}

// SAFETY: it holds these and nothing else.
unsafe impl<T: Data, const N: usize> Data for [T; N] {}

// SAFETY: `Array<T, N>` holds `T elements[N]` and nothing else.
unsafe impl<T: DeviceType, const N: usize> DeviceType for [T; N] {
    const NO_PADDING: bool = T::NO_PADDING;
    const ANY_BITS: bool = T::ANY_BITS;
    const MIXES: bool = T::MIXES;
    const SHAPE: Shape = Shape::array::<T>(N);

    fn is_valid(bytes: &[u8]) -> bool {
        T::are_valid(bytes)
    }

    fn are_valid(bytes: &[u8]) -> bool {
        T::are_valid(bytes)
    }

    fn write_fields(&self, out: &mut [u8]) {
        // Without size there are no chunks.
        for (element, out) in self.iter().zip(out.chunks_exact_mut(size_of::<T>().max(1))) {
            element.write_fields(out);
        }
    }
}

/// What stands for a type argument of a `#[device]` type where none is written: `Stack` alone, of a `Stack<T, N>`.
#[doc(hidden)] // For macro expansions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unwritten;

impl Typed for Unwritten {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Unwritten];
}

impl Encode for Unwritten {
    fn encode(&self, _: &mut ParameterWriter) {}
}

// SAFETY: it has no bytes.
unsafe impl Data for Unwritten {}

// SAFETY: there is no C++ type of this name, and the writer of texts refuses it.
unsafe impl DeviceType for Unwritten {
    const NO_PADDING: bool = true;
    const ANY_BITS: bool = true;
    const MIXES: bool = true;
}

/// A type of work items: what a procedure takes and a spawn hands over. Any `Copy` device type is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a work item",
    note = "a work item is a `#[device]` type that is `Clone + Copy`: add `#[derive(Clone, Copy)]`"
)]
pub trait WorkItem: DeviceType + Copy + Send + Sync {}
impl<T: DeviceType + Copy + Send + Sync> WorkItem for T {}

/// A device function, constant, type or procedure that other device code names.
#[diagnostic::on_unimplemented(
    message = "device code names a function or a constant that has no `#[device]`",
    label = "this has no `#[device]`",
    note = "write `#[device]` above its definition; a `static` variable cannot have it: pass its value in a field of the procedure; write a function of std as a method, as in `a.max(b)`"
)]
pub trait DeviceItem {
    /// Its CUDA text.
    #[doc(hidden)] // For macro expansions.
    const ITEM: crate::source::ItemRef;
    /// What says the generic parameters of a function.
    #[doc(hidden)] // For macro expansions.
    const OPEN: crate::source::given::Open = crate::source::given::Open::Not;
    /// How C++ has it where its name is a value.
    #[doc(hidden)] // For macro expansions.
    const AS_A_VALUE: AsAValue = AsAValue::Name;
}

/// How C++ has what a name that is a value leads to.
#[doc(hidden)] // For macro expansions.
#[derive(Clone, Copy, Debug)]
pub enum AsAValue {
    /// By its name: a constant.
    Name,
    /// With braces: a struct without fields.
    Braces,
    /// By the number of its variant, which so many bytes at its beginning are: an enum.
    Number(usize),
}

/// A `#[device] impl` of a type, as its class finds it.
#[doc(hidden)] // For macro expansions.
#[derive(Clone, Copy)]
pub struct DeviceImpl {
    /// Its CUDA text.
    pub item: crate::source::ItemRef,
    /// The name of its trait; empty without one.
    pub of: &'static str,
    /// The number of its trait, if that has `#[device]`; else 0.
    pub trait_id: u64,
    /// The C++ names of its functions and constants, without operators.
    pub members: &'static [&'static str],
    /// The Rust names of its functions that take `self`.
    pub receivers: &'static [&'static str],
    /// Its functions with the types of their parameters, and its constants.
    pub signatures: &'static [&'static str],
    /// The C++ names of those of which rustc says where they are if another hides them.
    pub hidable: &'static [&'static str],
    /// The C++ names of methods of which rustc says where another impl has one of the name.
    pub single: &'static [&'static str],
    /// Its constants that are no numbers.
    pub constants: &'static [DeviceConstant],
}

/// An associated constant that may need others of its type.
#[doc(hidden)] // For macro expansions.
#[derive(Clone, Copy)]
pub struct DeviceConstant {
    /// Its name.
    pub name: &'static str,
    /// Names of constants that its value may have.
    pub needs: &'static [&'static str],
    /// Its CUDA text.
    pub item: crate::source::ItemRef,
}

/// What a type has by all of its impls.
#[doc(hidden)] // For macro expansions.
#[derive(Clone, Copy)]
pub struct Members {
    /// The CUDA text of each impl, and of constants that are no numbers.
    pub items: &'static [crate::source::ItemRef],
    /// The C++ names of fields or variants, and those of functions and constants, impl by impl.
    pub names: &'static [&'static [&'static str]],
    /// The Rust names of the functions that take `self`, impl by impl: `Type::name(a, b)` means `a.name(b)` for these.
    pub receivers: &'static [&'static [&'static str]],
    /// The numbers of the traits that the names are of, list by list.
    pub traits: &'static [u64],
    /// The C++ names of the variants of an enum that has some with fields.
    pub variants: &'static [&'static str],
}

impl Members {
    /// Of a type without any.
    pub const NONE: Self = Self { items: &[], names: &[], receivers: &[], traits: &[], variants: &[] };

    /// Whether an enum that has variants with fields has this one, by its C++ name.
    pub const fn has_variant(&self, name: &str) -> bool {
        crate::source::names_contain(self.variants, name)
    }

    /// Whether there is a field, function or constant of this C++ name.
    pub const fn has(&self, name: &str) -> bool {
        lists_contain(self.names, name)
    }

    /// Whether there is a function or constant of this C++ name.
    pub const fn has_in_impls(&self, name: &str) -> bool {
        let mut list = 1;
        while list < self.names.len() {
            if crate::source::names_contain(self.names[list], name) {
                return true;
            }
            list += 1;
        }
        false
    }

    /// Whether there is a function or constant of this C++ name by an impl of the trait with this number.
    pub const fn has_by_trait(&self, id: u64, name: &str) -> bool {
        let mut list = 0;
        while list < self.names.len() {
            if id != 0 && self.traits[list] == id && crate::source::names_contain(self.names[list], name) {
                return true;
            }
            list += 1;
        }
        false
    }

    /// Whether there is a function that takes `self` of this Rust name.
    pub const fn has_receiver(&self, name: &str) -> bool {
        lists_contain(self.receivers, name)
    }
}

const fn lists_contain(lists: &[&[&str]], name: &str) -> bool {
    let mut list = 0;
    while list < lists.len() {
        if crate::source::names_contain(lists[list], name) {
            return true;
        }
        list += 1;
    }
    false
}
