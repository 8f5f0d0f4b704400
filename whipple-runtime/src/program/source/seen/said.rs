//! What the messages of panics, and what is printed, may have in device code.

use super::DeviceCode;
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{array::TryFromSliceError, num::TryFromIntError};

/// A type whose values a message may have.
#[diagnostic::on_unimplemented(
    message = "a text cannot have a `{T}` in device code",
    label = "a device cannot say this `{T}`",
    note = "write its numbers one by one, as `p.x` and `p.y`"
)]
pub trait SeenSaid<T: ?Sized> {}

/// A type whose values a message may have in other bases than ten, or with an exponent.
#[diagnostic::on_unimplemented(
    message = "a text can have a `{T}` by `{{}}` and `{{:?}}` alone in device code",
    label = "a device cannot say this `{T}` as a number",
    note = "write its numbers one by one, as `p.x` and `p.y`"
)]
pub trait SeenSaidAsNumber<T: ?Sized> {}

macro_rules! of_library {
    ($seen:ident: $($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl $seen<$ty> for DeviceCode {}
    )*};
}

of_library! {
    SeenSaid: TryFromIntError, TryFromSliceError, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char, (), Vec2, Vec3, Vec4,
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, Mat3, Mat4
}
of_library! { SeenSaidAsNumber: u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64 }

macro_rules! of_parts {
    ($([$($generics:tt)*] $ty:ty: $($part:ty),*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> SeenSaid<$ty> for DeviceCode where $(Self: SeenSaid<$part>),* {}
    )*};
}

of_parts! {
    [T, const N: usize] [T; N]: T;
    [T] Option<T>: T;
    [T, E] Result<T, E>: T, E;
    [T: ?Sized] &T: T;
    [T: ?Sized] &mut T: T;
    [A] (A,): A;
    [A, B] (A, B): A, B;
    [A, B, C] (A, B, C): A, B, C;
    [A, B, C, D] (A, B, C, D): A, B, C, D;
    [A, B, C, D, E] (A, B, C, D, E): A, B, C, D, E;
    [A, B, C, D, E, F] (A, B, C, D, E, F): A, B, C, D, E, F;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> SeenSaidAsNumber<&T> for DeviceCode where Self: SeenSaidAsNumber<T> {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized> SeenSaidAsNumber<&mut T> for DeviceCode where Self: SeenSaidAsNumber<T> {}

/// What a message has.
pub const fn value<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenSaid<T>,
{
    value
}

/// What a message has as a number.
pub const fn as_number<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenSaidAsNumber<T>,
{
    value
}
