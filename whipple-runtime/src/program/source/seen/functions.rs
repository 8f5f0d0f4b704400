//! Generic functions: whether device code sees the impls by which the types of arguments meet the bounds.

use super::{
    Both, DeviceCode, SeenReceiver,
    found::{ATypeHasOneMethodOfANameRenameOne, Method, OfTrait},
};
use crate::{
    device_type::{Typed, Unwritten},
    source::named::Number,
};
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use std::marker::PhantomData;

/// A function that takes an argument of this type, behind references, at a position: what it asks of the type, device code has.
pub trait Takes<const POSITION: usize, T: ?Sized> {}

/// A type with a method of a trait, by an impl under `#[device]`. The name of the method is here by its hash.
#[diagnostic::on_unimplemented(
    message = "device code has no method that this function calls of `{T}`",
    label = "the function calls a method of a trait that `{T}` has without `#[device]`, or one whose result alone says a type",
    note = "write `#[device]` on the `impl` of the trait for `{T}`, with the method in it; a type of the library cannot have one",
    note = "where its arguments do not say a type parameter of the method, write it: `value.method::<f32>()`"
)]
pub trait SeenTraitMethod<const NAME: u64, T: ?Sized> {}
#[diagnostic::do_not_recommend]
impl<const NAME: u64, T: ?Sized> SeenTraitMethod<NAME, T> for DeviceCode where
    Self: ATypeHasOneMethodOfANameRenameOne<NAME, T, Of = OfTrait>
{
}

/// A type with a type of a trait, as `Out` in `T::Out`, by an impl under `#[device]`. The name is here by its hash.
#[diagnostic::on_unimplemented(
    message = "device code does not see the type that a trait has for `{T}`",
    label = "the function names a type of a trait, as `T::Out`, that `{T}` has without `#[device]`",
    note = "write `#[device]` on the `impl` of the trait for `{T}`; a type of the library cannot have one"
)]
pub trait SeenTraitType<const NAME: u64, T: ?Sized> {}

/// A type of which a function may give references, which are copies in device code: any but shared memory.
#[diagnostic::on_unimplemented(
    message = "a function cannot return a reference into shared memory in device code",
    label = "the function gives references to what it is handed here, which is shared memory",
    note = "let it return the value, or an index"
)]
pub trait SeenCopied<T: ?Sized> {}
// Shared memory alone is not `Sync`.
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Sync> SeenCopied<T> for DeviceCode {}

/// A type that another is made from by an impl under `#[device]`.
#[diagnostic::on_unimplemented(
    message = "device code does not see how `{Made}` is made from `{T}`",
    label = "an impl of `From` without `#[device]`",
    note = "write `#[device]` on the `impl`"
)]
pub trait SeenFrom<Made, T> {}

// Of numbers and of glam's vectors the device library has what std and glam have.
#[diagnostic::do_not_recommend]
impl<Made: Number, T: Number> SeenFrom<Made, T> for DeviceCode {}

macro_rules! vectors_from {
    ($($made:ty: $($from:ty),*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl SeenFrom<$made, $from> for DeviceCode {}
    )*)*};
}

vectors_from! {
    Vec2: [f32; 2], (f32, f32);
    Vec3: [f32; 3], (f32, f32, f32), (Vec2, f32);
    Vec4: [f32; 4], (f32, f32, f32, f32), (Vec3, f32);
}

/// A type of which device code knows what `T::default()` gives in a generic function.
#[diagnostic::on_unimplemented(
    message = "device code does not see the default of `{T}`",
    label = "the function calls `default`, which `{T}` has without `#[device]`",
    note = "write `#[derive(Default)]` below `#[device]`, or `#[device] impl Default for {T}`"
)]
pub trait SeenDefault<T: ?Sized, W> {}

macro_rules! defaults {
    ($([$($generic:ident)*] $ty:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generic,)* W> SeenDefault<$ty, W> for DeviceCode where $(Self: SeenDefault<$generic, W>),* {}
    )*};
}

defaults! {
    [] u8, [] u16, [] u32, [] u64, [] usize, [] i8, [] i16, [] i32, [] i64, [] isize, [] f32, [] f64, [] bool, [] (),
    [] Vec2, [] Vec3, [] Vec4, [] Mat3, [] Mat4,
    [A] (A,), [A B] (A, B), [A B C] (A, B, C), [A B C D] (A, B, C, D), [A B C D E] (A, B, C, D, E),
    [A B C D E F] (A, B, C, D, E, F),
}
#[diagnostic::do_not_recommend]
impl<T, W> SeenDefault<Option<T>, W> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<W> SeenDefault<Unwritten, W> for DeviceCode {}
// `unwrap_or_default` of a `Result` needs the default of its value, and none of its error.
#[diagnostic::do_not_recommend]
impl<T, E, W> SeenDefault<Both<T, E>, W> for DeviceCode where Self: SeenDefault<T, W> {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize, W> SeenDefault<[T; N], W> for DeviceCode where Self: SeenDefault<T, W> {}

/// Has rustc look for the default of a type.
pub const fn must_have_default<T>()
where
    DeviceCode: SeenDefault<T, ()>,
{
}

/// A place that gets the default of its type.
pub const fn emptied<T>(place: &mut T) -> &mut T
where
    DeviceCode: SeenDefault<T, ()>,
{
    place
}

/// The option of `unwrap_or_default`, whose value has a default.
pub const fn parts_defaulted<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenReceiver<T> + SeenDefault<<DeviceCode as SeenReceiver<T>>::Parts, ()>,
{
    value
}

/// What a type is made from.
pub const fn converted<Made, T>(value: &T) -> &T
where
    DeviceCode: SeenFrom<Made, T>,
{
    value
}

/// Types that nobody names. With one impl alone, rustc would take it that an argument has the type of that.
macro_rules! others {
    ($($name:ident)*) => {$(
        #[doc(hidden)]
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
        #[diagnostic::do_not_recommend]
        impl<const NAME: u64> ATypeHasOneMethodOfANameRenameOne<NAME, $name> for DeviceCode {
            type Of = OfTrait;
            fn found(_: &Method<NAME, $name>) -> impl Sized {}
        }
        #[diagnostic::do_not_recommend]
        impl<Made> SeenFrom<Made, $name> for DeviceCode {}
        #[diagnostic::do_not_recommend]
        impl<W> SeenDefault<$name, W> for DeviceCode {}
    )*};
}

others! { Nobody NobodyElse }

/// What a function is handed.
pub const fn argument<'a, Function, const POSITION: usize, T>(_of: &PhantomData<Function>, value: &'a T) -> &'a T
where
    DeviceCode: SeenReceiver<T>,
    Function: Takes<POSITION, <DeviceCode as SeenReceiver<T>>::Value>,
{
    value
}

/// What a function is handed, a value of this type behind references, at which rustc looks where it is written.
pub const fn argument_of<'a, Function, const POSITION: usize, Value, T>(
    _of: &PhantomData<Function>,
    value: &'a T,
) -> &'a T
where
    Function: Takes<POSITION, Value>,
{
    value
}

/// A value of a struct with type parameters, as device code has it: without references.
pub const fn constructed<T: Typed>(value: T) -> T {
    value
}
