//! What closures hand to functions that Rust may call once more than device code does: nothing that buffers are reached by.

use super::DeviceCode;
use crate::{
    buffer::{Buffer, ReadOnly},
    context::Context,
    device_type::Data,
};
use std::ops::{Range, RangeInclusive};

/// A value without buffers. `MEMORY`: or a buffer, whose methods the macros know. `H` tells the impls apart.
#[diagnostic::on_unimplemented(
    message = "a function that gets `{T}` may write to its buffers, and Rust leaves open how often closures before `zip` and of sorts run",
    label = "has buffers in it",
    note = "write a `for` loop; before a sort, compute the keys"
)]
pub trait SeenStored<const MEMORY: bool, T: ?Sized, H> {}

/// Tells the impls for references from others.
#[derive(Debug)]
pub struct Behind<H>(H);

macro_rules! stored {
    ($([$($generics:tt)*] $memory:tt $ty:ty, $how:ty $(, if $($of:ident $by:ident),*)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> SeenStored<$memory, $ty, $how> for DeviceCode $(where $(Self: SeenStored<$memory, $of, $by>),*)? {}
    )*};
}

stored! {
    [const M: bool, T: Data] M T, ();
    [const M: bool, T: Data] M [T], ();
    [const M: bool, T: ?Sized, H] M &T, Behind<H>, if T H;
    [const M: bool, T: ?Sized, H] M &mut T, Behind<H>, if T H;
    [const M: bool, T, H] M Option<T>, Behind<H>, if T H;
    [const M: bool, T, E, H, I] M Result<T, E>, Behind<(H, I)>, if T H, E I;
    [const M: bool, A, H] M (A,), Behind<(H,)>, if A H;
    [const M: bool, A, B, H, I] M (A, B), Behind<(H, I)>, if A H, B I;
    [const M: bool, A, B, C, H, I, J] M (A, B, C), Behind<(H, I, J)>, if A H, B I, C J;
    [const M: bool, T: Data] M Range<T>, ();
    [const M: bool, T: Data] M RangeInclusive<T>, ();
    [const M: bool, P] M Context<'_, P>, ();
    [T] true Buffer<T>, ();
    [T] true ReadOnly<T>, ();
}

/// What a function is handed, or a method is called on.
pub const fn value<T: ?Sized, H>(value: &T) -> &T
where
    DeviceCode: SeenStored<false, T, H>,
{
    value
}

/// What a method is called on that has the name of one of buffers.
pub const fn memory<T: ?Sized, H>(value: &T) -> &T
where
    DeviceCode: SeenStored<true, T, H>,
{
    value
}
