//! Types that mean the same on the host and on the device.

use crate::source::Piece;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};

/// A type with one layout and one meaning in Rust and in CUDA C++. Implemented by `#[device]`.
///
/// # Safety
/// `TYPE` must name a C++ type of the same size, alignment and field offsets; the value whose bytes are all zero must
/// be valid; and `NO_PADDING` may be true only when the type has no padding bytes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a device type",
    label = "device code cannot hold this",
    note = "add `#[device]` to the definition of `{Self}`, or use a type that whipple knows: integers, f32, f64, bool, arrays, glam's Vec2, Vec3, Vec4, Mat3 and Mat4; a `Buffer<T>` is a field of a procedure"
)]
pub unsafe trait DeviceType: Sized + 'static {
    /// The C++ name.
    const TYPE: &'static [Piece];
    /// Whether every byte belongs to a field: required of buffer elements.
    const NO_PADDING: bool;
}

macro_rules! primitive {
    ($($rust:ty => $cuda:literal),* $(,)?) => {$(
        // SAFETY: the device library defines this name with the same size and alignment, checked by its
        // static_asserts; zero is a value of it; it has no padding.
        unsafe impl DeviceType for $rust {
            const TYPE: &'static [Piece] = &[Piece::Text($cuda)];
            const NO_PADDING: bool = true;
        }
    )*};
}

primitive! {
    u8 => "u8", u16 => "u16", u32 => "u32", u64 => "u64", usize => "usize",
    i8 => "i8", i16 => "i16", i32 => "i32", i64 => "i64", isize => "isize",
    f32 => "f32", f64 => "f64", bool => "bool",
    Vec2 => "Vec2", Vec3 => "Vec3", Vec4 => "Vec4", Mat3 => "Mat3", Mat4 => "Mat4",
}

// SAFETY: `Unit` is an empty C++ struct that is never stored; `()` has no bytes.
unsafe impl DeviceType for () {
    const TYPE: &'static [Piece] = &[Piece::Text("Unit")];
    const NO_PADDING: bool = true;
}

// SAFETY: `Array<T, N>` holds `T elements[N]` and nothing else.
unsafe impl<T: DeviceType, const N: usize> DeviceType for [T; N] {
    const TYPE: &'static [Piece] = {
        assert!(N > 0, "an array has at least one element in device code: C++ has no empty ones");
        &[Piece::Text("Array<"), Piece::Type(T::TYPE), Piece::Text(", "), Piece::Number(N as u64), Piece::Text(">")]
    };
    const NO_PADDING: bool = T::NO_PADDING;
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
    message = "`{Self}` is not a device item",
    note = "add `#[device]` to it: device code may only name device items"
)]
pub trait DeviceItem {
    /// Its CUDA text.
    const ITEM: crate::source::ItemRef;
}

/// The default for types without a `#[device] impl`: an inherent constant of the same name shadows it.
pub trait DeviceMethods {
    /// The items of the type's `#[device] impl` block.
    const WHIPPLE_METHODS: &'static [crate::source::ItemRef] = &[];
}
impl<T> DeviceMethods for T {}
