//! What rustc looks at where structs may borrow: whether their fields are references.

use super::Whole;
use crate::{
    buffer::{Buffer, Element, ReadOnly},
    device_type::{DeviceType, Typed},
    join::{Joined, Outputs2, Outputs3, Outputs4, Several, Total},
    shared::{Shared, SharedArray},
};
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{
    array::TryFromSliceError,
    cmp::Ordering,
    convert::Infallible,
    num::TryFromIntError,
    ops::{Range, RangeInclusive},
};

/// A type of device code whose fields hold no references, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "device code does not see here that a `{Self}` borrows",
    label = "a `{Self}`, whose fields may be references",
    note = "write the type where the variable begins, as `let name: {Self} = …;`, a lifetime at a literal, as `Name::<'_> {{ … }}`, or a method that gives the field"
)]
pub trait Fields {}

/// A value that is no reference.
#[diagnostic::on_unimplemented(
    message = "device code does not see that this is a reference, and what borrows cannot hold it",
    label = "this `{Self}` goes into something that borrows",
    note = "borrow the constant itself: `&TABLE`"
)]
pub trait NoReference {}

impl<T: Whole> NoReference for T {}

/// Looks at a value that goes into something that borrows.
#[inline(always)]
pub fn no_reference<T: NoReference>(value: T) -> T {
    value
}

/// Looks at a value whose fields are named.
#[inline(always)]
pub fn fields<T: ?Sized + Fields>(_value: &T) {}

/// The same of what a function gives.
#[inline(always)]
pub fn with_fields<T: Fields>(value: T) -> T {
    value
}

#[diagnostic::do_not_recommend]
impl<T: Fields> Fields for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: Fields, E: Fields> Fields for Result<T, E> {}
#[diagnostic::do_not_recommend]
impl<T: Fields, const N: usize> Fields for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T: Fields> Fields for [T] {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Fields> Fields for &T {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Fields> Fields for &mut T {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> Fields for Several<T, N> {}
#[diagnostic::do_not_recommend]
impl<T: DeviceType> Fields for Shared<T> {}
#[diagnostic::do_not_recommend]
impl<T: DeviceType, const N: usize> Fields for SharedArray<T, N> {}
#[diagnostic::do_not_recommend]
impl<T: Element> Fields for Buffer<T> {}
#[diagnostic::do_not_recommend]
impl<T: Element> Fields for ReadOnly<T> {}

#[diagnostic::do_not_recommend]
impl<T: Whole> Whole for [T] {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> Whole for Several<T, N> {}

macro_rules! have_fields {
    (of $($ty:ty),* $(,)?) => {
        have_fields! { $([] $ty;)* }
    };
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Fields for $ty {}
    )*};
}

have_fields! { of
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char, (), Vec2, Vec3, Vec4,
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, Mat3, Mat4, Ordering,
    TryFromIntError, TryFromSliceError, Infallible
}

have_fields! {
    [T: Typed] Range<T>;
    [T: Typed] RangeInclusive<T>;
    [A, B] Joined<A, B>;
    [A, B] Outputs2<A, B>;
    [A, B, C] Outputs3<A, B, C>;
    [A, B, C, D] Outputs4<A, B, C, D>;
    [A] Total<A>;
    [A: Fields] (A,);
    [A: Fields, B: Fields] (A, B);
    [A: Fields, B: Fields, C: Fields] (A, B, C);
    [A: Fields, B: Fields, C: Fields, D: Fields] (A, B, C, D);
    [A: Fields, B: Fields, C: Fields, D: Fields, E: Fields] (A, B, C, D, E);
    [A: Fields, B: Fields, C: Fields, D: Fields, E: Fields, F: Fields] (A, B, C, D, E, F);
}
