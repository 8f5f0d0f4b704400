//! The operators that device code has. Types of the library have all of theirs. A type of the user's has those whose impl is under
//! `#[device]`.

use super::DeviceCode;
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{
    cmp::Ordering,
    marker::PhantomData,
    ops::{self, Deref},
};

/// An operator between two values, or of one and `()`.
#[diagnostic::on_unimplemented(
    message = "device code does not see this operator of `{Left}` and `{Right}`",
    label = "an operator without `#[device]`, or one of references",
    note = "write `#[device]` on the `impl` of the operator, which takes values; follow references, as in `*a + *b`"
)]
pub trait SeenOperator<Operator, Left: ?Sized, Right: ?Sized> {}

/// A type of the library, whose operators device code has. No other crate can give it one, but with a type of its own.
#[diagnostic::on_unimplemented(
    message = "device code does not see this operator of `{Self}`",
    label = "an operator without `#[device]`, or one of references",
    note = "write `#[device]` on the `impl` of the operator, which takes values; follow references, as in `*a + *b`"
)]
pub trait OfLibrary {}

macro_rules! of_library {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl OfLibrary for $ty {}
    )*};
}

of_library! {
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char, (), Vec2, Vec3, Vec4,
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, Mat3, Mat4
}
#[diagnostic::do_not_recommend]
impl<T: OfLibrary + ?Sized> OfLibrary for &T {}
#[diagnostic::do_not_recommend]
impl<T: OfLibrary + ?Sized> OfLibrary for &mut T {}

#[diagnostic::do_not_recommend]
impl<Operator, Left: OfLibrary + ?Sized, Right: OfLibrary + ?Sized> SeenOperator<Operator, Left, Right> for DeviceCode {}

/// What stands on both sides of an operator, or before and behind it.
#[derive(Debug)]
pub struct Operands<Operator, Left: ?Sized, Right: ?Sized>(PhantomData<(Operator, *const Left, *const Right)>);

/// Operands that have no such operator at all, of which rustc says so itself.
#[derive(Clone, Copy, Debug)]
pub struct WithoutOperator;

impl WithoutOperator {
    /// Looks for nothing.
    pub const fn look(&self) {}
}

impl<Operator, Left: ?Sized, Right: ?Sized> Deref for Operands<Operator, Left, Right> {
    type Target = WithoutOperator;

    fn deref(&self) -> &WithoutOperator {
        &WithoutOperator
    }
}

/// An operator that two types have, or one and `()`.
pub trait Has<Left: ?Sized, Right: ?Sized> {}

impl<Operator: Has<Left, Right>, Left: ?Sized, Right: ?Sized> Operands<Operator, Left, Right> {
    /// Has rustc look whether device code sees it. Where there is no such operator, this is none of the methods.
    pub const fn look(&self)
    where
        DeviceCode: SeenOperator<Operator, Left, Right>,
    {
    }
}

/// One marker for each operator, called otherwise than its trait, which messages would name by its path then.
macro_rules! operators {
    ($($marker:ident $name:ident)* ; $($unary:ident $name_of_unary:ident)*) => {
        $(
            #[doc = concat!("`core::ops::", stringify!($name), "`.")]
            #[derive(Clone, Copy, Debug)]
            pub enum $marker {}
            impl<Left: ops::$name<Right>, Right> Has<Left, Right> for $marker {}
        )*
        $(
            #[doc = concat!("`core::ops::", stringify!($name_of_unary), "`.")]
            #[derive(Clone, Copy, Debug)]
            pub enum $unary {}
            impl<Left: ops::$name_of_unary> Has<Left, ()> for $unary {}
        )*
    };
}

operators! {
    OfAdd Add OfSub Sub OfMul Mul OfDiv Div OfRem Rem OfBitAnd BitAnd OfBitOr BitOr OfBitXor BitXor OfShl Shl OfShr Shr
    OfAddAssign AddAssign OfSubAssign SubAssign OfMulAssign MulAssign OfDivAssign DivAssign OfRemAssign RemAssign
    OfBitAndAssign BitAndAssign OfBitOrAssign BitOrAssign OfBitXorAssign BitXorAssign OfShlAssign ShlAssign
    OfShrAssign ShrAssign;
    OfNeg Neg OfNot Not
}

/// The operands of an operator.
pub const fn operands<Operator, Left: ?Sized, Right: ?Sized>() -> Operands<Operator, Left, Right> {
    Operands(PhantomData)
}

/// Operands that may stand twice.
pub const fn both<Operator, Left: ?Sized, Right: ?Sized>(_: &Left, _: &Right) -> Operands<Operator, Left, Right> {
    Operands(PhantomData)
}

/// What stands on the left.
pub const fn left<'a, Operator, Left: ?Sized, Right: ?Sized>(
    _operands: &Operands<Operator, Left, Right>,
    value: &'a Left,
) -> &'a Left {
    value
}

/// The place on the left of a compound assignment.
pub const fn place<'a, Operator, Left: ?Sized, Right: ?Sized>(
    _operands: &Operands<Operator, Left, Right>,
    value: &'a mut Left,
) -> &'a mut Left {
    value
}

/// What stands on the right.
pub const fn right<'a, Operator, Left: ?Sized, Right: ?Sized>(
    _operands: &Operands<Operator, Left, Right>,
    value: &'a Right,
) -> &'a Right {
    value
}

/// What is indexed in device code, and by what.
#[diagnostic::on_unimplemented(
    message = "device code does not index `{T}` by `{I}`",
    label = "indexed by an impl of `Index` without `#[device]`",
    note = "write `#[device]` on the `impl` of `Index`, and on that of `IndexMut`; a `Buffer` has `get(i)` and `set(i, value)`"
)]
pub trait SeenIndexed<T: ?Sized, I> {}

/// What device code changes by an index.
#[diagnostic::on_unimplemented(
    message = "device code does not index `{T}` by `{I}` to change it",
    label = "indexed by an impl of `IndexMut` without `#[device]`",
    note = "write `#[device]` on the `impl` of `IndexMut`"
)]
pub trait SeenIndexedMut<T: ?Sized, I> {}

macro_rules! indexed {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<I> SeenIndexed<$ty, I> for DeviceCode {}
    )*};
}

// Of a number rustc says itself that it has no index.
indexed! {
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char, (), Vec2, Vec3, Vec4,
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, Mat3, Mat4, Ordering
}
#[diagnostic::do_not_recommend]
impl<T, const N: usize, I> SeenIndexed<[T; N], I> for DeviceCode {}
// Whatever gives a slice or a collection has been refused.
#[diagnostic::do_not_recommend]
impl<T, I> SeenIndexed<[T], I> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T, I> SeenIndexed<Vec<T>, I> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized, I> SeenIndexed<&T, I> for DeviceCode where Self: SeenIndexed<T, I> {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized, I> SeenIndexed<&mut T, I> for DeviceCode where Self: SeenIndexed<T, I> {}

/// What stands before a `[…]`, and in it.
#[derive(Debug)]
pub struct Indexed<T: ?Sized, I>(PhantomData<(I, *const T)>);

/// What stands before `[…]`.
pub const fn indexed<'a, T: ?Sized, I>(_indexed: &Indexed<T, I>, value: &'a T) -> &'a T {
    value
}

/// What stands in `[…]`.
pub fn index<T: ?Sized, I>(_indexed: &Indexed<T, I>, index: I) -> I {
    index
}

/// Has rustc look whether device code has this index.
pub const fn must_be_seen<T: ?Sized, I>(_indexed: &Indexed<T, I>)
where
    DeviceCode: SeenIndexed<T, I>,
{
}

/// By what a type is indexed.
#[derive(Debug)]
pub struct IndexedBy<T, I>(PhantomData<(T, I)>);

/// What is said of all indices.
pub trait NotChanged {
    /// Whether the type has an `IndexMut` by the index.
    const IS_CHANGED: bool = false;
    /// Whether that is one of device code.
    const IS_CHANGED_IN_DEVICE_CODE: bool = false;
}

impl<T, I> NotChanged for IndexedBy<T, I> {}

impl<T: ops::IndexMut<I>, I> IndexedBy<T, I> {
    /// See [`NotChanged::IS_CHANGED`], which this hides.
    pub const IS_CHANGED: bool = true;
}

impl<T, I> IndexedBy<T, I>
where
    DeviceCode: SeenIndexedMut<T, I>,
{
    /// See [`NotChanged::IS_CHANGED_IN_DEVICE_CODE`], which this hides.
    pub const IS_CHANGED_IN_DEVICE_CODE: bool = true;
}

/// What a `for` loop goes over in device code.
#[diagnostic::on_unimplemented(
    message = "device code has no `for` loop over `{T}`",
    label = "only ranges, arrays and options can be gone over",
    note = "write `for i in 0..n`, or `#[device]` on the `impl Iterator` of a type of yours; what is left of such an iterator: `steps.by_ref()`; one in a field gets a variable before `map`: `let steps = self.steps;`"
)]
pub trait SeenIterated<T> {}

/// The same of a whole value, which may be an iterator of the user's.
#[diagnostic::on_unimplemented(
    message = "device code has no `for` loop over `{T}`",
    label = "only ranges, arrays, options and iterators under `#[device]` can be gone over",
    note = "write `for i in 0..n`, or `#[device]` on the `impl Iterator` of a type of yours; what is left of such an iterator: `steps.by_ref()`; one in a field gets a variable before `map`: `let steps = self.steps;`"
)]
pub trait SeenGoneOver<T> {}

macro_rules! iterated {
    ($([$($generic:tt)*] $ty:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> SeenIterated<$ty> for DeviceCode {}
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> SeenGoneOver<$ty> for DeviceCode {}
    )*};
}

iterated! {
    [T, const N: usize] [T; N],
    [T, const N: usize] &[T; N],
    [T, const N: usize] &mut [T; N],
    [T] &[T],
    [T] &mut [T],
    [T] Option<T>,
    [T] &Option<T>,
    [T] &mut Option<T>,
    [T] std::slice::Iter<'_, T>,
    [T] std::slice::IterMut<'_, T>,
    [T, const N: usize] std::array::IntoIter<T, N>,
    [T] std::option::Iter<'_, T>,
    [T] std::option::IterMut<'_, T>,
    [T] std::option::IntoIter<T>,
    [I] std::iter::Copied<I>,
    [I] std::iter::Cloned<I>,
    [I] std::iter::Enumerate<I>,
    [I] std::iter::Rev<I>,
}

#[diagnostic::do_not_recommend]
impl<T> SeenGoneOver<ops::Range<T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenGoneOver<ops::RangeInclusive<T>> for DeviceCode {}

/// What stands behind `in`.
pub const fn iterated<T>(value: T) -> T
where
    DeviceCode: SeenIterated<T>,
{
    value
}

/// The same, of a whole value.
pub const fn gone_over<T>(value: T) -> T
where
    DeviceCode: SeenGoneOver<T>,
{
    value
}
