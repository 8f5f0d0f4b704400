//! Generic functions of types: whether device code sees the impls by which the types of arguments meet the bounds.
//!
//! [`Takes`](super::functions::Takes) says so of functions of modules, which a path names. Which function a method is, only the type says
//! on which it is called. So the copy of a body gives variables the types of that and of the arguments, and asks behind the body. Functions
//! that ask for nothing leave no impls.

use super::{
    DeviceCode, SeenReceiver,
    functions::{Held, SeenHandedOn},
};
use crate::source::ask::never;
use std::marker::PhantomData;

/// A function of a type that asks something of the types of its arguments, by the hash of its name.
pub trait AsksForSomething<const NAME: u64, Of: ?Sized> {}

/// A type with such a function, which takes an argument of this type, behind references, at a position: what it asks of that, device code
/// has.
pub trait TakesInType<const NAME: u64, const POSITION: usize, T: ?Sized> {}

/// The type of an argument, in a variable.
#[doc(hidden)]
#[derive(Debug)]
pub struct Argument<T: ?Sized>(PhantomData<T>);

/// Gives the variable the type.
pub const fn argument_in_type<'a, T: ?Sized>(_argument: &Argument<T>, value: &'a T) -> &'a T {
    value
}

/// An argument of a function of a type.
#[doc(hidden)]
#[derive(Debug)]
pub struct Handed<const NAME: u64, const POSITION: usize, Of: ?Sized, T: ?Sized>(PhantomData<Of>, PhantomData<T>);

impl<const NAME: u64, const POSITION: usize, Of: ?Sized, T: ?Sized> Handed<NAME, POSITION, Of, T> {
    /// Where the method is called on a value of the type of a variable.
    pub fn on(_: &super::found::On<Of>, _: &Argument<T>) -> Self {
        never()
    }

    /// Where the function is of this type.
    pub fn of_type(_: &Argument<T>) -> Self {
        never()
    }
}

impl<const NAME: u64, const POSITION: usize, Of: ?Sized, T: ?Sized> Handed<NAME, POSITION, Of, T>
where
    DeviceCode: SeenReceiver<Of>,
    DeviceCode: AsksForSomething<NAME, <DeviceCode as SeenReceiver<Of>>::Of>,
{
    /// Has rustc look at the type of the argument.
    pub fn whipple_looks(&self)
    where
        DeviceCode: SeenReceiver<T>,
        <DeviceCode as SeenReceiver<Of>>::Of: TakesInType<NAME, POSITION, <DeviceCode as SeenReceiver<T>>::Value>,
    {
    }
}

/// The arguments of all other functions.
pub trait AsksForNothing {
    /// Nothing is to be found out.
    fn whipple_looks(&self) {}
}

impl<const NAME: u64, const POSITION: usize, Of: ?Sized, T: ?Sized> AsksForNothing for Handed<NAME, POSITION, Of, T> {}

/// A type with a function that takes a value of a type parameter at a position.
pub trait TakesByValue<const NAME: u64, const POSITION: usize, Of: ?Sized> {}

/// An argument of a function of a type, which may be a `&mut`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Lent<const NAME: u64, const POSITION: usize, Of: ?Sized, T: ?Sized>(PhantomData<Of>, PhantomData<T>);

impl<const NAME: u64, const POSITION: usize, Of: ?Sized, T: ?Sized> Lent<NAME, POSITION, Of, T> {
    /// Where the method is called on a value of the type of a variable.
    pub fn on(_: &super::found::On<Of>, _: &Argument<T>) -> Self {
        never()
    }

    /// Where the function is of this type.
    pub fn of_type(_: &Argument<T>) -> Self {
        never()
    }
}

impl<'a, const NAME: u64, const POSITION: usize, Of: ?Sized, T> Lent<NAME, POSITION, Of, &'a mut T>
where
    DeviceCode: SeenReceiver<Of>,
    DeviceCode: TakesByValue<NAME, POSITION, <DeviceCode as SeenReceiver<Of>>::Of>,
{
    /// Has rustc refuse the argument.
    pub fn whipple_looks(&self)
    where
        DeviceCode: SeenHandedOn<&'a mut T, Held<()>>,
    {
    }
}

/// All other arguments.
pub trait TakesNoValue {
    /// Nothing is to be found out.
    fn whipple_looks(&self) {}
}

impl<const NAME: u64, const POSITION: usize, Of: ?Sized, T: ?Sized> TakesNoValue for Lent<NAME, POSITION, Of, T> {}
