//! Operators that device code sees: those of the library's types, and of the impls under `#[device]`.

use super::DeviceCode;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use std::marker::PhantomData;

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

of_library! { u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64, bool, (), Vec2, Vec3, Vec4, Mat3, Mat4 }
#[diagnostic::do_not_recommend]
impl<T: OfLibrary + ?Sized> OfLibrary for &T {}
#[diagnostic::do_not_recommend]
impl<T: OfLibrary + ?Sized> OfLibrary for &mut T {}

#[diagnostic::do_not_recommend]
impl<Operator, Left: OfLibrary + ?Sized, Right: OfLibrary + ?Sized> SeenOperator<Operator, Left, Right> for DeviceCode {}

macro_rules! operators {
    ($($name:ident)*) => {$(
        #[doc = concat!("`core::ops::", stringify!($name), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}
    )*};
}

operators! {
    Add Sub Mul Div Rem BitAnd BitOr BitXor Shl Shr Neg Not
    AddAssign SubAssign MulAssign DivAssign RemAssign BitAndAssign BitOrAssign BitXorAssign ShlAssign ShrAssign
}

/// What stands on the left of an operator, or behind one of one operand, with the types that it stands between.
#[derive(Debug)]
pub struct Left<Value, Operator, Right: ?Sized> {
    /// What stands there.
    pub value: Value,
    of: PhantomData<(Operator, *const Right)>,
}

/// What stands on the left.
pub const fn left<Operator, Value: ?Sized, Right: ?Sized>(value: &Value) -> Left<&Value, Operator, Right> {
    Left { value, of: PhantomData }
}

/// The place on the left of a compound assignment.
pub const fn place<Operator, Value: ?Sized, Right: ?Sized>(value: &mut Value) -> Left<&mut Value, Operator, Right> {
    Left { value, of: PhantomData }
}

/// What stands on the right.
pub const fn right<'a, Value, Operator, Right: ?Sized>(
    _left: &Left<Value, Operator, Right>,
    value: &'a Right,
) -> &'a Right {
    value
}

/// Has rustc look for an operator.
pub const fn operated<Operator, Value: ?Sized, Right: ?Sized>(_left: &Left<&Value, Operator, Right>)
where
    DeviceCode: SeenOperator<Operator, Value, Right>,
{
}

/// Has rustc look for a compound assignment.
pub const fn assigned<Operator, Value: ?Sized, Right: ?Sized>(_left: &Left<&mut Value, Operator, Right>)
where
    DeviceCode: SeenOperator<Operator, Value, Right>,
{
}

/// What is indexed in device code.
#[diagnostic::on_unimplemented(
    message = "device code does not index `{T}`",
    label = "indexed by an impl of `Index`, which cannot have `#[device]`",
    note = "write a method that takes the index"
)]
pub trait SeenIndexed<T: ?Sized> {}

macro_rules! indexed {
    ($($ty:ty),*) => {$( impl SeenIndexed<$ty> for DeviceCode {} )*};
}

indexed! { Vec2, Vec3, Vec4 }
impl<T, const N: usize> SeenIndexed<[T; N]> for DeviceCode {}
impl<T: ?Sized> SeenIndexed<&T> for DeviceCode where Self: SeenIndexed<T> {}
impl<T: ?Sized> SeenIndexed<&mut T> for DeviceCode where Self: SeenIndexed<T> {}

/// What stands before `[…]`.
pub const fn indexed<T: ?Sized>(value: &T) -> &T
where
    DeviceCode: SeenIndexed<T>,
{
    value
}
