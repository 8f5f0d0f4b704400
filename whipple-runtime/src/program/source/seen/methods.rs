//! Methods with the names of the library's: a type of the user's has those that a `#[device] impl` gives it, and a type of the
//! library those that device code has of it. A trait of the user's may give either of them more.

use super::DeviceCode;
use crate::{
    buffer::{Buffer, ReadOnly},
    context::Context,
    join::{Addends, Join},
    shared::{Shared, SharedArray},
};
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{
    cmp::{Ordering, Reverse},
    iter::{Rev, StepBy},
    ops::{Range, RangeInclusive},
};

/// A type that has a method of a name in device code. The name is here by its hash, and `Of` says which types of the library have one.
#[diagnostic::on_unimplemented(
    message = "device code has no method of this name of `{T}`",
    label = "calls a method without `#[device]`, or one of a trait for a type of the library",
    note = "write `#[device]` on the `impl` that has it; for a type of the library, write a `#[device] fn` that takes it; for a method with generic parameters that no argument says, write them: `x.name::<3>()`"
)]
pub trait SeenMethod<const NAME: u64, T: ?Sized, Of> {}

/// Which types of the library have a method, one `bool` for each: in the order of `of_library!` below.
#[derive(Debug)]
#[rustfmt::skip]
pub struct Of<
    const A: bool, const B: bool, const C: bool, const D: bool, const E: bool, const F: bool, const G: bool,
    const H: bool, const I: bool, const J: bool, const K: bool, const L: bool, const M: bool, const N: bool,
    const O: bool, const P: bool, const Q: bool, const R: bool, const S: bool, const T: bool, const U: bool,
    const V: bool, const W: bool, const X: bool, const Y: bool, const Z: bool,
>;

macro_rules! seen {
    ([$($generics:tt)*] $ty:ty; [$($before:ident)*] [$($after:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)* const NAME: u64, $(const $before: bool,)* $(const $after: bool),*>
            SeenMethod<NAME, $ty, Of<$($before,)* true, $($after),*>> for DeviceCode
        {
        }
    };
}

/// Gives the types of the first row the methods of the first `bool`, and goes on with the other rows.
macro_rules! of_library {
    ($before:tt []) => {};
    ([$($before:ident)*] [$own:ident $($after:ident)*] $([$($generics:tt)*] $ty:ty),*; $($rest:tt)*) => {
        of_library! { @ [$($before)*] [$($after)*] $([$($generics)*] $ty,)* }
        of_library! { [$($before)* $own] [$($after)*] $($rest)* }
    };
    (@ $before:tt $after:tt) => {};
    (@ $before:tt $after:tt [$($generics:tt)*] $ty:ty, $($rest:tt)*) => {
        seen! { [$($generics)*] $ty; $before $after }
        of_library! { @ $before $after $($rest)* }
    };
}

of_library! {
    [] [A B C D E F G H I J K L M N O P Q R S T U V W X Y Z]
    [] i8, [] i16, [] i32, [] i64, [] isize, [] i128;
    [] u8, [] u16, [] u32, [] u64, [] usize, [] u128;
    [] f32, [] f64;
    [] bool;
    [Element, const LENGTH: usize,] [Element; LENGTH], [Element,] [Element];
    [T1,] Reverse<T1>, [T1,] (T1,), [T1, T2,] (T1, T2), [T1, T2, T3,] (T1, T2, T3), [T1, T2, T3, T4,] (T1, T2, T3, T4),
    [T1, T2, T3, T4, T5,] (T1, T2, T3, T4, T5), [T1, T2, T3, T4, T5, T6,] (T1, T2, T3, T4, T5, T6);
    [Value,] Option<Value>;
    [] Ordering;
    [Value, Error,] Result<Value, Error>;
    [] Vec2;
    [] Vec3;
    [] Vec4;
    [] IVec2;
    [] IVec3;
    [] IVec4;
    [] UVec2;
    [] UVec3;
    [] UVec4;
    [] Mat3;
    [] Mat4;
    [] BVec2;
    [] BVec3;
    [] BVec4;
    [] BVec4A;
    [] Quat;
    [] char;
}

/// Types whose methods are whipple's own, or of loops.
macro_rules! others {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)* const NAME: u64, O> SeenMethod<NAME, $ty, O> for DeviceCode {}
    )*};
}

others! {
    [T,] Buffer<T>;
    [T,] ReadOnly<T>;
    [P,] Context<'_, P>;
    [P, C,] Join<'_, '_, P, C>;
    [P,] Addends<'_, '_, P>;
    [T,] Shared<T>;
    [T, const N: usize,] SharedArray<T, N>;
    [T,] Rev<T>;
    [T,] StepBy<T>;
}

/// What ranges have beside what takes their items: `rev` and `step_by` where a loop goes over them, `contains`, `is_empty`, and `len` of one
/// whose end does not belong to it.
macro_rules! of_ranges {
    ($($ty:ident: $($name:literal)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<T, O> SeenMethod<{ hash($name) }, $ty<T>, O> for DeviceCode {}
    )*)*};
}

of_ranges! {
    Range: "rev" "step_by" "contains" "is_empty" "len";
    RangeInclusive: "rev" "step_by" "contains" "is_empty";
}

/// What stands for a name: FNV-1a, as the macros have it.
pub const fn hash(name: &str) -> u64 {
    let (mut state, mut index) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while index < name.len() {
        state = (state ^ name.as_bytes()[index] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        index += 1;
    }
    state
}

#[diagnostic::do_not_recommend]
impl<const NAME: u64, O, T: ?Sized> SeenMethod<NAME, &T, O> for DeviceCode where Self: SeenMethod<NAME, T, O> {}
#[diagnostic::do_not_recommend]
impl<const NAME: u64, O, T: ?Sized> SeenMethod<NAME, &mut T, O> for DeviceCode where Self: SeenMethod<NAME, T, O> {}

/// What a method with the name of one of the library's is called on.
pub const fn called<const NAME: u64, O, T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenMethod<NAME, T, O>,
{
    value
}

/// A type of which device code has the methods that are given functions.
#[diagnostic::on_unimplemented(
    message = "device code has methods that are given functions of `Option` and `Result`, `then` of `bool` and `then_with` of `Ordering`: not this one of `{T}`",
    label = "called on a `{T}`",
    note = "of an array, say that it is one: `let values: [Type; 4] = …; values.map(…)`; for a type of your own write a `#[device] fn`"
)]
pub trait SeenInPlace<T: ?Sized, Of> {}

#[diagnostic::do_not_recommend]
impl<T> SeenInPlace<Option<T>, Option<()>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T, E> SeenInPlace<Result<T, E>, Result<(), ()>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenInPlace<Option<T>, Either> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T, E> SeenInPlace<Result<T, E>, Either> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl SeenInPlace<bool, bool> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl SeenInPlace<Ordering, Ordering> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<O, T: ?Sized> SeenInPlace<&T, O> for DeviceCode where Self: SeenInPlace<T, O> {}
#[diagnostic::do_not_recommend]
impl<O, T: ?Sized> SeenInPlace<&mut T, O> for DeviceCode where Self: SeenInPlace<T, O> {}

/// What has the methods that `Option` and `Result` both have.
#[derive(Debug)]
pub struct Either;

/// A type whose method takes the function that it is given for what has no value with no argument.
#[diagnostic::on_unimplemented(
    message = "device code takes this function for one without arguments, as of an `Option`: not of `{T}`",
    label = "called on a `{T}`",
    note = "of a `Result`, write a closure, `|error| function(error)`, or give the variable its type: `let x: Result<A, B> = …;`"
)]
pub trait SeenWithoutError<T: ?Sized> {}
#[diagnostic::do_not_recommend]
impl<T> SeenWithoutError<Option<T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl SeenWithoutError<super::functions::Nobody> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized> SeenWithoutError<&T> for DeviceCode where Self: SeenWithoutError<T> {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized> SeenWithoutError<&mut T> for DeviceCode where Self: SeenWithoutError<T> {}

/// What a method is called on that is given a function by its name for what has no value.
pub const fn of_option_alone<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenWithoutError<T>,
{
    value
}

/// What a method of `Result` is called on that is given functions.
pub const fn of_result<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenInPlace<T, Result<(), ()>>,
{
    value
}

/// What a method is called on that is given functions, and that `Option` and `Result` both have.
pub const fn of_either<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenInPlace<T, Either>,
{
    value
}

/// What a method of `Option` is called on that is given functions.
pub const fn of_option<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenInPlace<T, Option<()>>,
{
    value
}

/// What `then` is called on.
pub const fn of_bool<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenInPlace<T, bool>,
{
    value
}

/// What `then_with` is called on.
pub const fn of_ordering<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenInPlace<T, Ordering>,
{
    value
}
