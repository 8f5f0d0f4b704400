//! Which method a call means. rustc looks at the traits in scope alone. Device code has one method of a name for each type, wherever
//! the call is.
//!
//! So each method of a trait under `#[device]` leaves an impl of [`ATypeHasOneMethodOfANameRenameOne`]. Its function gives a value of
//! which rustc knows nothing but the trait. The copy of a body calls the method on that value, too. Where the trait is not in scope,
//! rustc refuses the call, and says which trait to import.
//!
//! A type's own generic methods leave an impl, too: its value takes any arguments, since the call in the copy has none that say the
//! parameters. All other calls are in the copy once more as they are.

use super::{DeviceCode, SeenReceiver};
use crate::source::ask::never;
use std::marker::PhantomData;

/// A method by the hash of its name, and its type.
#[doc(hidden)]
#[derive(Debug)]
pub struct Method<const NAME: u64, T: ?Sized>(PhantomData<T>);

/// Says that a trait has a method, which generic functions may call.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum OfTrait {}

/// Says that a method is the type's own, or that its result alone says a parameter.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum OfType {}

/// Stands for a type whose method is not under `#[device]`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Other<T: ?Sized>(PhantomData<T>);

/// A type with a method under `#[device]`. rustc shows this name where a type has two of one name.
pub trait ATypeHasOneMethodOfANameRenameOne<const NAME: u64, T: ?Sized> {
    /// [`OfTrait`] or [`OfType`].
    type Of;
    /// Something that has the method, and of a trait only where the trait is in scope.
    fn found(_: &Method<NAME, T>) -> impl Sized;
}

// Of such a method nothing is to be found out: it is called once more on a value of its type.
#[diagnostic::do_not_recommend]
impl<T> ATypeHasOneMethodOfANameRenameOne<0, Other<T>> for DeviceCode {
    type Of = OfType;
    #[expect(refining_impl_trait, reason = "the copies call the method on it")]
    fn found(_: &Method<0, Other<T>>) -> T {
        never()
    }
}

// A slice has no values but behind references.
#[diagnostic::do_not_recommend]
impl<T: 'static> ATypeHasOneMethodOfANameRenameOne<0, Other<[T]>> for DeviceCode {
    type Of = OfType;
    #[expect(refining_impl_trait, reason = "the copies call the method on it")]
    fn found(_: &Method<0, Other<[T]>>) -> &'static mut [T] {
        never()
    }
}

/// A call of the method with this name on a value of this type.
#[doc(hidden)]
#[derive(Debug)]
pub struct Call<const NAME: u64, T: ?Sized>(PhantomData<T>);

impl<const NAME: u64, T: ?Sized> Call<NAME, T> {
    /// The call on a value of the type of this variable.
    pub fn on(_: &On<T>) -> Self {
        never()
    }

    /// The call on a value of this type.
    pub fn of_type() -> Self {
        never()
    }
}

impl<const NAME: u64, T: ?Sized> Call<NAME, T>
where
    DeviceCode: SeenReceiver<T>,
    DeviceCode: ATypeHasOneMethodOfANameRenameOne<NAME, <DeviceCode as SeenReceiver<T>>::Of>,
{
    /// The method, where it is one under `#[device]`.
    pub fn whipple_method(&self) -> &Method<NAME, <DeviceCode as SeenReceiver<T>>::Of> {
        never()
    }
}

/// Any other call.
pub trait OtherCall<T: ?Sized> {
    /// What is called.
    fn whipple_method(&self) -> &Method<0, Other<T>> {
        never()
    }
}

impl<const NAME: u64, T: ?Sized> OtherCall<T> for Call<NAME, T> {}

/// The type that a method is called on, in a variable.
#[doc(hidden)]
#[derive(Debug)]
pub struct On<T: ?Sized>(PhantomData<T>);

/// Gives the variable the type.
pub const fn called_on<'a, T: ?Sized>(_on: &On<T>, value: &'a T) -> &'a T {
    value
}

/// A value that nobody makes, whose type alone counts.
pub fn value<T>() -> T {
    never()
}
