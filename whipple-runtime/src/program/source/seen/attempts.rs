//! `?` of a `Result`: whether device code has what makes the error of the function from that of the value.

use super::{DeviceCode, functions::SeenFrom};
use std::marker::PhantomData;

/// An error that leaves a function with the error `F`.
#[derive(Debug)]
pub struct Leaving<E, F>(PhantomData<(E, F)>);

impl<E, F> Leaving<E, F> {
    /// That of a value.
    pub const fn of(_error: &E) -> Self {
        Self(PhantomData)
    }
}

impl<E> Leaving<E, E> {
    /// The same error: nothing is to be looked at.
    pub const fn look(&self) {}
}

/// Another error, which the function's is made from. Of the same one, the method of the type comes first.
pub trait AnotherError<E, F> {
    /// Has rustc look for the impl.
    fn look(&self)
    where
        DeviceCode: SeenFrom<F, E>;
}
impl<E, F> AnotherError<E, F> for Leaving<E, F> {
    fn look(&self)
    where
        DeviceCode: SeenFrom<F, E>,
    {
    }
}

/// What `?` takes the value out of.
#[diagnostic::on_unimplemented(
    message = "`?` is of an `Option` or a `Result` in device code",
    label = "this is a `{Self}`"
)]
pub trait Attempt {
    /// The value.
    type Value;
    /// The error that leaves, or what stands for a `None`.
    type Left;
}
impl<T> Attempt for Option<T> {
    type Value = T;
    type Left = None;
}
impl<T, E> Attempt for Result<T, E> {
    type Value = T;
    type Left = E;
}

/// What stands for a `None` that leaves.
#[derive(Debug)]
pub struct None;

// rustc refuses it in the body itself.
#[diagnostic::do_not_recommend]
impl<Made> SeenFrom<Made, None> for DeviceCode {}

/// What a closure gives that `?` leaves with this.
#[diagnostic::on_unimplemented(
    message = "`?` in a closure makes no other error of this one in device code",
    label = "the closure gives a `{Self}`",
    note = "write `.map_err(…)?`"
)]
pub trait LeftBy<Left> {}
impl<T> LeftBy<None> for Option<T> {}
impl<T, E> LeftBy<E> for Result<T, E> {}

/// The value, or what leaves.
pub fn split<T: Attempt>(_value: T) -> Result<T::Value, T::Left> {
    super::super::ask::never()
}

/// What the closure gives.
pub fn leave<R: LeftBy<Left>, Left>(_left: Left) -> R {
    super::super::ask::never()
}
