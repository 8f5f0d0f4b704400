//! Which impls of std's traits device code sees, and what rustc must find in a body so that device code means the same.
//!
//! Rust lets a type implement `Clone`, `PartialEq` or an operator by hand, where no macro sees it. So the copy of a body that
//! rustc is asked about (`ask.rs`) hands what it clones, compares or adds through these functions: rustc refuses what is called
//! there and device code has not. The parameter `W` puts off the question whether the fields' types have a trait until someone asks.

pub mod attempts;
pub mod by_mutable_reference;
pub mod by_reference;
pub mod by_value;
pub mod found;
pub mod functions;
pub mod handed;
pub mod iterators;
pub mod methods;
pub mod operators;
pub mod roots;
pub mod said;
pub mod sequences;
pub mod stored;

use super::ask::Named;
use crate::{
    buffer::{Buffer, ReadOnly},
    context::Context,
    join::{Joined, Outputs2, Outputs3, Outputs4, Several, Total},
    shared::{Shared, SharedArray},
};
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{
    cmp::{Ordering, Reverse},
    convert::Infallible,
    num::TryFromIntError,
};

/// A type that methods are called on in device code.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a device type",
    label = "device code cannot hold this `{T}`",
    note = "write `#[device]` above the definition of a struct or an enum of your own"
)]
pub trait SeenReceiver<T: ?Sized> {
    /// The type behind references, if it is one of the user's; `()` for others.
    type Of: Named;
    /// The elements of an array or an option, a tuple as it is; `()` for others.
    type Parts;
    /// The type behind references.
    type Value: ?Sized;
}

/// Device code, as what sees impls.
#[derive(Clone, Copy, Debug)]
pub struct DeviceCode;

/// The value and the error of a `Result`.
#[derive(Debug)]
pub struct Both<T, E>(std::marker::PhantomData<(T, E)>);

/// A type of which device code knows how it is cloned.
#[diagnostic::on_unimplemented(
    message = "device code does not see how `{T}` is cloned",
    label = "clones `{T}`, by an impl that has no `#[device]`",
    note = "write `#[derive(Clone)]` below `#[device]`, or `#[device] impl Clone for {T}`"
)]
pub trait SeenClone<T: ?Sized, W> {}

/// A type whose clones are copies.
#[diagnostic::on_unimplemented(
    message = "device code clones a `{T}`, and not the reference to it that is cloned here",
    label = "a reference is cloned",
    note = "leave `clone` out: references are copied"
)]
pub trait SeenCopy<T> {}

/// A type of which device code knows how `==` compares it.
#[diagnostic::on_unimplemented(
    message = "device code does not see how `{T}` is compared",
    label = "compares `{T}`, by an impl that has no `#[device]`",
    note = "write `#[derive(PartialEq)]` below `#[device]`, or `#[device] impl PartialEq for {T}`"
)]
pub trait SeenPartialEq<T: ?Sized, W> {}

/// A type of which device code knows how `<` compares it.
#[diagnostic::on_unimplemented(
    message = "device code does not see how `{T}` is ordered",
    label = "orders `{T}`, by an impl that has no `#[device]`",
    note = "write `#[derive(PartialOrd)]` below `#[device]`, or a method `is_less`"
)]
pub trait SeenPartialOrd<T: ?Sized, W> {}

/// A type of which device code knows how `max` and the like order it.
#[diagnostic::on_unimplemented(
    message = "device code does not see how `{T}` is ordered",
    label = "orders `{T}`, by an impl of `Ord` that cannot have `#[device]`",
    note = "write `#[derive(PartialOrd, Ord)]` below `#[device]`, or a method of your own"
)]
pub trait SeenOrd<T: ?Sized, W> {}

/// What `T::from` converts into a number in device code.
#[diagnostic::on_unimplemented(
    message = "device code does not see how a number is made from `{T}`",
    label = "converted by an impl of `From` for a number, which cannot have `#[device]`",
    note = "write a method of `{T}` that returns the number"
)]
pub trait SeenNumber<T: ?Sized> {}

macro_rules! of_library {
    ($($ty:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<W> SeenClone<$ty, W> for DeviceCode {}
        impl SeenCopy<$ty> for DeviceCode {}
        #[diagnostic::do_not_recommend]
        impl<W> SeenPartialEq<$ty, W> for DeviceCode {}
        #[diagnostic::do_not_recommend]
        impl<W> SeenPartialOrd<$ty, W> for DeviceCode {}
        #[diagnostic::do_not_recommend]
        impl<W> SeenOrd<$ty, W> for DeviceCode {}
        impl SeenReceiver<$ty> for DeviceCode {
            type Of = ();
            type Parts = ();
            type Value = $ty;
        }
    )*};
}

/// What the functions `min` and `max` of std choose among in device code.
#[diagnostic::on_unimplemented(
    message = "device code has the functions `min` and `max` for numbers alone",
    label = "this is a `{T}`",
    note = "write the method: `a.min(b)`"
)]
pub trait SeenChosen<T: ?Sized> {}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        impl SeenNumber<$ty> for DeviceCode {}
        #[diagnostic::do_not_recommend]
        impl SeenChosen<$ty> for DeviceCode {}
    )*};
}

of_library! {
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char, (), Vec2, Vec3, Vec4,
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, Mat3, Mat4, Ordering,
    TryFromIntError, Infallible
}
numbers! { u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char }

macro_rules! of_tuples {
    ($seen:ident: $($($element:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($element,)* W> $seen<($($element,)*), W> for DeviceCode where $(Self: $seen<$element, W>),* {}
    )*};
}

macro_rules! of_parts {
    ($($seen:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, W, const N: usize> $seen<[T; N], W> for DeviceCode where Self: $seen<T, W> {}
        #[diagnostic::do_not_recommend]
        impl<T, W> $seen<[T], W> for DeviceCode where Self: $seen<T, W> {}
        #[diagnostic::do_not_recommend]
        impl<T, W> $seen<Option<T>, W> for DeviceCode where Self: $seen<T, W> {}
        #[diagnostic::do_not_recommend]
        impl<T, W> $seen<Reverse<T>, W> for DeviceCode where Self: $seen<T, W> {}
        #[diagnostic::do_not_recommend]
        impl<T, E, W> $seen<Result<T, E>, W> for DeviceCode where Self: $seen<T, W> + $seen<E, W> {}
        #[diagnostic::do_not_recommend]
        impl<T, E, W> $seen<Both<T, E>, W> for DeviceCode where Self: $seen<T, W> + $seen<E, W> {}
        of_tuples! { $seen: A; A B; A B C; A B C D; A B C D E; A B C D E F; }
    )*};
}

of_parts! { SeenClone SeenPartialEq SeenPartialOrd SeenOrd }

macro_rules! of_ranges {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, W> SeenClone<std::ops::$ty<T>, W> for DeviceCode {}
        #[diagnostic::do_not_recommend]
        impl<T, W> SeenPartialEq<std::ops::$ty<T>, W> for DeviceCode where Self: SeenPartialEq<T, W> {}
        impl<T> SeenReceiver<std::ops::$ty<T>> for DeviceCode {
            type Of = ();
            type Parts = ();
            type Value = std::ops::$ty<T>;
        }
    )*};
}

of_ranges! { Range RangeInclusive }

macro_rules! of_iterators {
    ($([$($generic:tt)*] $ty:ty;)*) => {$(
        impl<$($generic)*> SeenReceiver<$ty> for DeviceCode {
            type Of = ();
            type Parts = ();
            type Value = ();
        }
    )*};
}

// What variables have that loops go over.
of_iterators! {
    [T] std::slice::Iter<'_, T>;
    [T] std::slice::IterMut<'_, T>;
    [T, const N: usize] std::array::IntoIter<T, N>;
    [T] std::option::Iter<'_, T>;
    [T] std::option::IterMut<'_, T>;
    [T] std::option::IntoIter<T>;
    [I] std::iter::Copied<I>;
    [I] std::iter::Cloned<I>;
    [I] std::iter::Enumerate<I>;
    [I] std::iter::Rev<I>;
}

macro_rules! of_joins {
    ($($ty:ident: $($part:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($part,)* W> SeenClone<$ty<$($part),*>, W> for DeviceCode where $(Self: SeenClone<$part, W>),* {}
        #[diagnostic::do_not_recommend]
        impl<$($part,)* W> SeenPartialEq<$ty<$($part),*>, W> for DeviceCode where $(Self: SeenPartialEq<$part, W>),* {}
        impl<$($part),*> SeenCopy<$ty<$($part),*>> for DeviceCode {}
        impl<$($part),*> SeenReceiver<$ty<$($part),*>> for DeviceCode {
            type Of = ();
            type Parts = ($($part,)*);
            type Value = $ty<$($part),*>;
        }
    )*};
}

of_joins! { Joined: A B; Outputs2: A B; Outputs3: A B C; Outputs4: A B C D; Total: A; }

#[diagnostic::do_not_recommend]
impl<T, W, const N: usize> SeenClone<Several<T, N>, W> for DeviceCode where Self: SeenClone<T, W> {}
#[diagnostic::do_not_recommend]
impl<T, W, const N: usize> SeenPartialEq<Several<T, N>, W> for DeviceCode where Self: SeenPartialEq<T, W> {}
impl<T, const N: usize> SeenCopy<Several<T, N>> for DeviceCode {}
impl<T, const N: usize> SeenReceiver<Several<T, N>> for DeviceCode {
    type Of = ();
    type Parts = T;
    type Value = Several<T, N>;
}

macro_rules! of_references {
    ($($seen:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: ?Sized, W> $seen<&T, W> for DeviceCode where Self: $seen<T, W> {}
        #[diagnostic::do_not_recommend]
        impl<T: ?Sized, W> $seen<&mut T, W> for DeviceCode where Self: $seen<T, W> {}
    )*};
}

of_references! { SeenPartialEq SeenPartialOrd SeenOrd }

macro_rules! of_no_type {
    ($($ty:ty, $parts:ty: $($parameter:ident)*;)*) => {$(
        impl<$($parameter),*> SeenReceiver<$ty> for DeviceCode {
            type Of = ();
            type Parts = $parts;
            type Value = $ty;
        }
    )*};
}

of_no_type! {
    Option<T>, T: T;
    Reverse<T>, T: T;
    Result<T, E>, Both<T, E>: T E;
    (A,), (A,): A;
    (A, B), (A, B): A B;
    (A, B, C), (A, B, C): A B C;
    (A, B, C, D), (A, B, C, D): A B C D;
    (A, B, C, D, E), (A, B, C, D, E): A B C D E;
    (A, B, C, D, E, F), (A, B, C, D, E, F): A B C D E F;
}

impl<T, const N: usize> SeenReceiver<[T; N]> for DeviceCode {
    type Of = ();
    type Parts = T;
    type Value = [T; N];
}

impl<T> SeenReceiver<[T]> for DeviceCode {
    type Of = ();
    type Parts = T;
    type Value = [T];
}

macro_rules! of_whipple {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> SeenReceiver<$ty> for DeviceCode {
            type Of = ();
            type Parts = ();
            type Value = $ty;
        }
    )*};
}

of_whipple! {
    [T] Buffer<T>;
    [T] ReadOnly<T>;
    ['a, P] Context<'a, P>;
    [T] Shared<T>;
    [T, const N: usize] SharedArray<T, N>;
}

impl<T: ?Sized> SeenReceiver<&T> for DeviceCode
where
    Self: SeenReceiver<T>,
{
    type Of = <Self as SeenReceiver<T>>::Of;
    type Parts = <Self as SeenReceiver<T>>::Parts;
    type Value = <Self as SeenReceiver<T>>::Value;
}
impl<T: ?Sized> SeenReceiver<&mut T> for DeviceCode
where
    Self: SeenReceiver<T>,
{
    type Of = <Self as SeenReceiver<T>>::Of;
    type Parts = <Self as SeenReceiver<T>>::Parts;
    type Value = <Self as SeenReceiver<T>>::Value;
}

// What a reference refers to is not cloned in Rust, and is where C++ sees no reference.
impl<T, W> SeenClone<&T, W> for DeviceCode where Self: SeenCopy<T> {}
#[diagnostic::do_not_recommend]
impl<T, W> SeenClone<Buffer<T>, W> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T, W> SeenClone<ReadOnly<T>, W> for DeviceCode {}

/// Asks for the type that a method is called on: gives a question that type, and the value back as [`like`](super::ask::like) does.
pub const fn receiver<'a, T: ?Sized>(_question: &<DeviceCode as SeenReceiver<T>>::Of, value: &'a T) -> &'a T
where
    DeviceCode: SeenReceiver<T>,
{
    value
}

/// A value that was cloned.
pub const fn cloned<T>(value: &T) -> &T
where
    DeviceCode: SeenClone<T, ()>,
{
    value
}

/// An iterator over values that are cloned.
pub const fn cloned_each<I: Iterator>(iterator: &I) -> &I
where
    DeviceCode: SeenClone<I::Item, ()>,
{
    iterator
}

/// What `==` compares.
pub const fn compared<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenPartialEq<T, ()>,
{
    value
}

/// What `<` compares.
pub const fn ordered<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenPartialOrd<T, ()>,
{
    value
}

/// Values whose parts `max` and the like order, if they are of several: a type of the user's is looked for by its method.
pub const fn parts_ordered<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenReceiver<T> + SeenOrd<<DeviceCode as SeenReceiver<T>>::Parts, ()>,
{
    value
}

/// Values whose parts `partial_cmp` orders, if they are of several.
pub const fn parts_partly_ordered<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenReceiver<T> + SeenPartialOrd<<DeviceCode as SeenReceiver<T>>::Parts, ()>,
{
    value
}

/// Values whose parts `contains` compares.
pub const fn parts_compared<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenReceiver<T> + SeenPartialEq<<DeviceCode as SeenReceiver<T>>::Parts, ()>,
{
    value
}

/// An `Option` or a `Result` of a reference to what `cloned` clones.
pub trait SeenCloned<T> {}
#[diagnostic::do_not_recommend]
impl<T> SeenCloned<Option<&T>> for DeviceCode where Self: SeenClone<T, ()> {}
#[diagnostic::do_not_recommend]
impl<T, E> SeenCloned<Result<&T, E>> for DeviceCode where Self: SeenClone<T, ()> + SeenClone<E, ()> {}

/// What `cloned` is called on.
pub const fn option_cloned<T>(value: &T) -> &T
where
    DeviceCode: SeenCloned<T>,
{
    value
}

/// Values whose parts `fill` clones.
pub const fn parts_cloned<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenReceiver<T> + SeenClone<<DeviceCode as SeenReceiver<T>>::Parts, ()>,
{
    value
}

/// What a number is made from.
pub const fn number<T>(value: &T) -> &T
where
    DeviceCode: SeenNumber<T>,
{
    value
}

/// What `min` or `max` chooses among.
pub const fn chosen<T>(value: &T) -> &T
where
    DeviceCode: SeenChosen<T>,
{
    value
}

/// Two names of one function: one impl for each function, and so none for two.
#[diagnostic::on_unimplemented(
    message = "another function of this name hides this one",
    label = "calls of this name mean the other function",
    note = "rename one of the two"
)]
pub trait Finds<Meant, Found> {}
impl<F> Finds<F, F> for DeviceCode {}
// With one impl alone, rustc would take it that the functions are the same.
impl<F> Finds<F, Option<F>> for DeviceCode {}

/// Has rustc refuse a function that calls by its name do not find.
pub const fn must_be_found<Meant, Found>(_meant: &Meant, _found: &Found)
where
    DeviceCode: Finds<Meant, Found>,
{
}
