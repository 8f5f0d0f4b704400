//! Generic functions: whether device code sees the impls by which the types of arguments meet the bounds.

use super::{
    Both, DeviceCode, SeenReceiver,
    found::{ATypeHasOneMethodOfANameRenameOne, Method, OfTrait},
};
use crate::{
    device_type::{Typed, Unwritten},
    source::named::Number,
};
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::marker::PhantomData;

/// A function that takes an argument of this type, behind references, at a position: what it asks of the type, device code has.
pub trait Takes<const POSITION: usize, T: ?Sized> {}

/// A type with a method of a trait, by an impl under `#[device]`. The name of the method is here by its hash.
#[diagnostic::on_unimplemented(
    message = "device code has no method that this function calls of `{T}`",
    label = "the function calls a method of a trait that `{T}` has without `#[device]`, or one whose result alone says a type",
    note = "write `#[device]` on the `impl` of the trait for `{T}`, with the method in it, and for a number or a vector on the trait, too",
    note = "where its arguments do not say a type parameter of the method, write it: `value.method::<f32>()`"
)]
pub trait SeenTraitMethod<const NAME: u64, T: ?Sized, const IS_DEVICE: bool> {}
#[diagnostic::do_not_recommend]
impl<const NAME: u64, T: ?Sized, const IS_DEVICE: bool> SeenTraitMethod<NAME, T, IS_DEVICE> for DeviceCode where
    Self: ATypeHasOneMethodOfANameRenameOne<NAME, T, Of = OfTrait>
{
}

// Where all traits of the bounds have `#[device]`, each impl for one of these has it (`foreign.rs`).
macro_rules! foreign {
    ($($ty:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<const NAME: u64> SeenTraitMethod<NAME, $ty, true> for DeviceCode {}
    )*};
}

foreign! {
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char,
    Vec2, Vec3, Vec4, IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, Mat3, Mat4,
}

/// A type with a type of a trait, as `Out` in `T::Out`, by an impl under `#[device]`. The name is here by its hash.
#[diagnostic::on_unimplemented(
    message = "device code does not see the type that a trait has for `{T}`",
    label = "the function names a type of a trait, as `T::Out`, that `{T}` has without `#[device]`",
    note = "write `#[device]` on the `impl` of the trait for `{T}`; a type of the library cannot have one"
)]
pub trait SeenTraitType<const NAME: u64, T: ?Sized> {}

/// A type of which a function may give references: any but shared memory.
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
    Vec2: [f32; 2], (f32, f32), BVec2;
    Vec3: [f32; 3], (f32, f32, f32), (Vec2, f32), BVec3;
    Vec4: [f32; 4], (f32, f32, f32, f32), (Vec3, f32), (Vec2, Vec2), BVec4, BVec4A;
    BVec2: [bool; 2];
    BVec3: [bool; 3];
    BVec4: [bool; 4];
    BVec4A: [bool; 4];
    IVec2: [i32; 2], (i32, i32), BVec2;
    IVec3: [i32; 3], (i32, i32, i32), (IVec2, i32), BVec3;
    IVec4: [i32; 4], (i32, i32, i32, i32), (IVec3, i32), (i32, IVec3), (IVec2, i32, i32), (IVec2, IVec2),
        BVec4, BVec4A;
    UVec2: [u32; 2], (u32, u32), BVec2;
    UVec3: [u32; 3], (u32, u32, u32), (UVec2, u32), BVec3;
    UVec4: [u32; 4], (u32, u32, u32, u32), (UVec3, u32), (u32, UVec3), (UVec2, u32, u32), (UVec2, UVec2),
        BVec4, BVec4A;
}

vectors_from! {
    u32: char;
    u64: char;
    char: u8;
    [f32; 2]: Vec2; [f32; 3]: Vec3; [f32; 4]: Vec4;
    [i32; 2]: IVec2; [i32; 3]: IVec3; [i32; 4]: IVec4;
    [u32; 2]: UVec2; [u32; 3]: UVec3; [u32; 4]: UVec4;
}

/// A type that `try_into` makes from another in device code.
#[diagnostic::on_unimplemented(
    message = "device code has `try_into` of a number into a number, and of a slice into an array",
    label = "this makes `{Made}` from `{T}`",
    note = "write a function that returns an `Option` or a `Result`"
)]
pub trait SeenTry<Made, T: ?Sized> {}
#[diagnostic::do_not_recommend]
impl<Made: Number, T: Number> SeenTry<Made, T> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T: Copy, const N: usize> SeenTry<[T; N], [T]> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T: Copy, const N: usize> SeenTry<[T; N], &[T]> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T: Copy, const N: usize> SeenTry<[T; N], &mut [T]> for DeviceCode {}

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
    [] u8, [] u16, [] u32, [] u64, [] usize, [] i8, [] i16, [] i32, [] i64, [] isize, [] u128, [] i128, [] f32, [] f64, [] bool, [] char, [] (),
    [] Vec2, [] Vec3, [] Vec4, [] IVec2, [] IVec3, [] IVec4, [] UVec2, [] UVec3, [] UVec4,
    [] BVec2, [] BVec3, [] BVec4, [] BVec4A, [] Quat, [] Mat3, [] Mat4,
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

/// What `Type::from` makes something from.
pub fn of_from<T>(_of: &PhantomData<T>, value: T) -> T {
    value
}

/// What `Type::from` gives, and what it is handed.
#[doc(hidden)]
#[derive(Debug)]
pub struct MadeFrom<Made, T>(PhantomData<(Made, T)>);

impl<Made, T> MadeFrom<Made, T> {
    /// By the types of variables.
    pub fn of(_: &PhantomData<T>, _: &Made) -> Self {
        super::super::ask::never()
    }
}

/// What is a function of the type's own: that of the trait `From` gives the type.
macro_rules! made_by_none {
    ($($made:ty: $($parameter:ident)*;)*) => {$(
        impl<$($parameter,)* T> MadeFrom<$made, T> {
            /// Nothing is to be found out.
            pub fn whipple_looks(&self) {}
        }
    )*};
}

made_by_none! {
    (): ;
    Option<Made>: Made;
    Result<Made, E>: Made E;
    (A,): A;
    (A, B): A B;
    (A, B, C): A B C;
}

/// A type with a function `from` of its own.
pub trait SeenOwnFrom<Made> {}

/// What such a type makes.
pub trait MadeByItself {
    /// Nothing is to be found out.
    fn whipple_looks(&self) {}
}

impl<Made, T> MadeByItself for MadeFrom<Made, T> where DeviceCode: SeenOwnFrom<Made> {}

/// All others.
pub trait MadeByImpl<Made, T> {
    /// Has rustc look at the impl.
    fn whipple_looks(&self)
    where
        DeviceCode: SeenFrom<Made, T>,
    {
    }
}

impl<Made, T> MadeByImpl<Made, T> for &MadeFrom<Made, T> {}

/// What `into` makes something from.
pub fn made_from<Made, T>(_made: &PhantomData<Made>, value: T) -> T
where
    DeviceCode: SeenFrom<Made, T>,
{
    value
}

/// What `try_into` may make something from.
pub const fn tried<'a, Made, T: ?Sized>(_made: &PhantomData<Made>, value: &'a T) -> &'a T
where
    DeviceCode: SeenTry<Made, T>,
{
    value
}

/// What `into` made.
pub const fn made<Made>(_made: &PhantomData<Made>, _value: &Made) {}

// With one impl alone, rustc would take it that the conversion gives the type of that.
#[diagnostic::do_not_recommend]
impl<T> SeenFrom<Taken<T>, T> for DeviceCode where DeviceCode: SeenReceiver<T> {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized> SeenTry<Taken<Nobody>, T> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized> SeenTry<Taken<NobodyElse>, T> for DeviceCode {}

/// What `try_into` may have made.
pub const fn perhaps_made<Made, E>(_made: &PhantomData<Made>, _value: &Result<Made, E>) {}

/// Another value of a type.
pub fn another<T>(_value: &T) -> T {
    super::super::ask::never()
}

/// What std's `into` makes of anything, and a function of the user's of that name of nothing.
#[derive(Debug)]
pub struct Taken<T>(PhantomData<T>);
impl<T> From<T> for Taken<T> {
    fn from(_: T) -> Self {
        Self(PhantomData)
    }
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

/// A function that takes an argument of this type at a position by value, or by references of its own.
pub trait HandsOn<const POSITION: usize, T, H> {}

/// What a parameter `T` of a generic function takes by value: no `&mut`, of which C++ would take a copy. `H` tells the impls apart.
#[diagnostic::on_unimplemented(
    message = "a generic function cannot take this reference as a value in device code; write its parameter as `&T` or `&mut T`",
    label = "this is a `{T}`"
)]
pub trait SeenHandedOn<T, H> {}

/// Tells the impls for what holds others from those for values.
#[derive(Debug)]
pub struct Held<H>(H);

#[diagnostic::do_not_recommend]
impl<T: Typed> SeenHandedOn<T, ()> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized> SeenHandedOn<&T, Held<()>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T, H> SeenHandedOn<Option<T>, Held<H>> for DeviceCode where Self: SeenHandedOn<T, H> {}
#[diagnostic::do_not_recommend]
impl<T, E, H, I> SeenHandedOn<Result<T, E>, Held<(H, I)>> for DeviceCode where
    Self: SeenHandedOn<T, H> + SeenHandedOn<E, I>
{
}
#[diagnostic::do_not_recommend]
impl<A, B, H, I> SeenHandedOn<(A, B), Held<(H, I)>> for DeviceCode where Self: SeenHandedOn<A, H> + SeenHandedOn<B, I> {}
#[diagnostic::do_not_recommend]
impl<A, B, C, H, I, J> SeenHandedOn<(A, B, C), Held<(H, I, J)>> for DeviceCode where
    Self: SeenHandedOn<A, H> + SeenHandedOn<B, I> + SeenHandedOn<C, J>
{
}

/// What a function is handed that another one gave.
pub const fn given<Function, const POSITION: usize, T, H>(_of: &PhantomData<Function>, value: T) -> T
where
    Function: HandsOn<POSITION, T, H>,
{
    value
}

/// The same of what is looked at as an argument, too.
pub const fn given_argument<Function, const POSITION: usize, T, H>(_of: &PhantomData<Function>, value: T) -> T
where
    DeviceCode: SeenReceiver<T>,
    Function: HandsOn<POSITION, T, H> + Takes<POSITION, <DeviceCode as SeenReceiver<T>>::Value>,
{
    value
}

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
