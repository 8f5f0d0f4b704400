//! What names of functions and constants lead to: device items, by a type of the same name, or constants of the host.

use super::{ItemRef, Piece, given::Open, written};
use crate::device_type::{AsAValue, DeviceItem, DeviceType};
use std::marker::PhantomData;

/// What stands for the item where there is none.
#[derive(Debug)]
pub struct WithoutDevice {}

/// What stands for a function in a pattern where there is none of the name.
pub mod no_function {
    /// A number of a type that says so.
    #[expect(non_upper_case_globals, reason = "one import brings this and the type")]
    pub const WithoutDevice: u8 = 0;
}

/// What stands for the value of a constant where there is none of the name.
pub mod no_value {
    /// Its type says so.
    #[derive(Debug)]
    pub struct NoValue;

    /// The value.
    #[expect(non_upper_case_globals, reason = "one import brings this and the type")]
    pub const WithoutDevice: NoValue = NoValue;
}

impl<const POSITION: usize, T: ?Sized> super::seen::functions::Takes<POSITION, T> for WithoutDevice {}

/// What rustc knows of a function.
#[derive(Clone, Copy)]
pub struct Known {
    /// Its CUDA text.
    pub item: ItemRef,
    /// What says its generic parameters.
    pub open: Open,
}

/// The type of a function's name. `Name` is a type of numbers: that of the value which stands for a name that does not exist, or another.
#[diagnostic::on_unimplemented(
    message = "device code names a function that has no `#[device]`",
    label = "this has no `#[device]`",
    note = "write `#[device]` above its definition; write a function of std as a method, as in `a.max(b)`"
)]
pub trait Function<Name> {
    /// What is known of it.
    const KNOWN: Known;
}

#[diagnostic::do_not_recommend]
impl<F: DeviceItem, Name> Function<Name> for F {
    const KNOWN: Known = Known { item: F::ITEM, open: F::OPEN };
}

macro_rules! of_no_function {
    ($($name:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Function<$name> for WithoutDevice {
            const KNOWN: Known = Known { item: ItemRef::NONE, open: Open::Not };
        }
    )*};
}

// With one impl alone, rustc would take it that the name does not exist.
of_no_function! { u8 u16 }

/// What is known of a function.
pub const fn known<F: Function<Name>, Name>(_of: PhantomData<F>, _name: &Name) -> Known {
    F::KNOWN
}

/// What a name leads to.
#[derive(Clone, Copy)]
pub enum Found {
    /// A device item.
    Item(ItemRef, AsAValue),
    /// A number: what stands before and after its bits in C++.
    Number(&'static str, &'static str),
    /// A number of 128 bits: what stands before its halves.
    Wide(&'static str),
    /// Nothing has the name.
    Nothing,
}

/// The type of a constant's name, with the type of its value.
#[diagnostic::on_unimplemented(
    message = "device code names a constant that has no `#[device]`",
    label = "this has no `#[device]`, and is no number",
    note = "write `#[device]` above its definition; a function is no value: call it"
)]
pub trait Constant<T> {
    /// What the name leads to.
    const FOUND: Found;
}

impl<C: DeviceItem, T> Constant<T> for C {
    const FOUND: Found = Found::Item(C::ITEM, C::AS_A_VALUE);
}

#[diagnostic::do_not_recommend]
impl<T: Number> Constant<T> for WithoutDevice {
    const FOUND: Found = if size_of::<T>() < 16 { Found::Number(T::BEFORE, T::AFTER) } else { Found::Wide(T::BEFORE) };
}

#[diagnostic::do_not_recommend]
impl Constant<char> for WithoutDevice {
    const FOUND: Found = Found::Number("Char(", "u)");
}

#[diagnostic::do_not_recommend]
impl Constant<no_value::NoValue> for WithoutDevice {
    const FOUND: Found = Found::Nothing;
}

/// A number, whose value rustc knows.
pub trait Number {
    /// What stands before its bits in C++.
    const BEFORE: &'static str;
    /// What stands after them.
    const AFTER: &'static str;
}

macro_rules! numbers {
    ($($ty:ty: $before:literal $after:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Number for $ty {
            const BEFORE: &'static str = $before;
            const AFTER: &'static str = $after;
        }
    )*};
}

numbers! {
    u8: "cast<u8>(" "_u64)"; u16: "cast<u16>(" "_u64)"; u32: "cast<u32>(" "_u64)"; u64: "cast<u64>(" "_u64)";
    usize: "cast<usize>(" "_u64)"; i8: "cast<i8>(" "_u64)"; i16: "cast<i16>(" "_u64)"; i32: "cast<i32>(" "_u64)";
    i64: "cast<i64>(" "_u64)"; isize: "cast<isize>(" "_u64)"; f32: "num::from_bits<f32>(" "u)";
    f64: "num::from_bits<f64>(" "ull)"; bool: "(" " != 0)";
    u128: "num::wide<u128>(" "ull)"; i128: "num::wide<i128>(" "ull)";
}

/// What stands between the halves of a number of 128 bits.
pub(super) const BETWEEN: Piece = Piece::Text("ull, ");

/// The pieces that stand for a constant, a variant without fields or a struct without fields: its item, or its number and what stands around
/// it. What is handed over first is what has the name among types, with braces: the item of the constant, or the value itself.
/// Of a variant of a generic enum rustc does not find the type, and says the name of that parameter.
pub const fn pieces<WriteTheVariantWithItsEnum: Constant<T>, T>(
    _of: &WriteTheVariantWithItsEnum,
    value: &T,
) -> [Piece; 5] {
    const NOTHING: Piece = Piece::Text("");
    match WriteTheVariantWithItsEnum::FOUND {
        Found::Item(item, AsAValue::Name) => [Piece::Item(item), NOTHING, NOTHING, NOTHING, NOTHING],
        Found::Item(item, AsAValue::Braces) => [Piece::Item(item), Piece::Text("{}"), NOTHING, NOTHING, NOTHING],
        Found::Item(item, AsAValue::Number(size)) => {
            let number = Piece::Number(first_bits(value, size));
            [Piece::Text("num::variant<"), Piece::Item(item), Piece::Text(">("), number, Piece::Text("ull)")]
        }
        Found::Number(before, after) => [
            Piece::Text(before),
            Piece::Number(first_bits(value, size_of::<T>())),
            Piece::Text(after),
            NOTHING,
            NOTHING,
        ],
        Found::Wide(before) => {
            let [high, low] = halves(value);
            [Piece::Text(before), Piece::Number(high), BETWEEN, Piece::Number(low), Piece::Text("ull)")]
        }
        // rustc says so where the body has it; C++ refuses it, too.
        Found::Nothing => [Piece::Text("name_that_does_not_exist"), NOTHING, NOTHING, NOTHING, NOTHING],
    }
}

/// The size or the alignment of a type that is the same on a device.
pub const fn size_of_stored<T: DeviceType>(size: usize) -> usize {
    size
}

/// The upper half of a [`Number`] of 128 bits, and the lower one.
const fn halves<T>(value: &T) -> [u64; 2] {
    assert!(size_of::<T>() == size_of::<u128>());
    // SAFETY: only called for the integers of 128 bits, which have as many bytes as what is read, and any bits are one.
    let bits = unsafe { core::mem::transmute_copy::<T, u128>(value) };
    [(bits >> 64) as u64, bits as u64]
}

/// The number that so many bytes at the beginning of a value are: of a [`Number`] all, and of an enum those that say which variant it is.
const fn first_bits<T>(value: &T, size: usize) -> u64 {
    assert!(size <= size_of::<T>());
    // SAFETY: only called for the types that are numbers here, and for enums in whose layout the number stands first, as `repr` says. They
    // have as many bytes as what is read, as asserted.
    unsafe { written::bits(core::ptr::from_ref(value).cast(), size) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits<T>(value: &T) -> u64 {
        first_bits(value, size_of::<T>())
    }

    #[test]
    fn numbers_are_their_bits() {
        assert_eq!((bits(&-1_i8), bits(&-2_i16), bits(&3_u32)), (0xff, 0xfffe, 3));
        assert_eq!((bits(&-0.0_f32), bits(&1.5_f64)), (0x8000_0000, 1.5_f64.to_bits()));
        assert_eq!((bits(&true), bits(&i64::MIN)), (1, 1 << 63));
        let of_host = &WithoutDevice {};
        let [before, number, after, ..] = pieces(of_host, &2.0_f32);
        assert!(matches!((before, number), (Piece::Text("num::from_bits<f32>("), Piece::Number(0x4000_0000))));
        assert!(matches!(after, Piece::Text("u)")));
        assert_eq!((halves(&-2_i128), halves(&(5_u128 << 64 | 3))), ([u64::MAX, u64::MAX - 1], [5, 3]));
        assert!(matches!(
            pieces(of_host, &2_u8),
            [Piece::Text("cast<u8>("), Piece::Number(2), Piece::Text("_u64)"), ..]
        ));
        assert_eq!(first_bits(&[0x0302_0101_u32, 7], 2), 0x0101);
    }
}
