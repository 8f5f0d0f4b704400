//! `[…]` of what has `get` and `set`: rustc says which to write.

use crate::{
    buffer::{Buffer, ReadOnly},
    shared::SharedArray,
    source::seen::{DeviceCode, operators::SeenIndexed},
};
use std::ops::{Index, IndexMut};

/// Memory with an `[…]`, which is none of device code's.
#[doc(hidden)] // For its message alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not indexed by `[…]`",
    label = "elements are read by `get`, and written by `set`",
    note = "write `memory.get(i)`, and `memory.set(i, value)` to write: the elements are shared by tasks, and there are no references to them"
)]
pub trait HasElements {}

macro_rules! not_indexed {
    ($([$($generics:tt)*] $ty:ty),* $(,)?) => {$(
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($generics)*, I> Index<I> for $ty
        where
            Self: HasElements,
        {
            type Output = T;

            fn index(&self, _: I) -> &T {
                unreachable!("{HAS_NONE}")
            }
        }

        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($generics)*, I> IndexMut<I> for $ty
        where
            Self: HasElements,
        {
            fn index_mut(&mut self, _: I) -> &mut T {
                unreachable!("{HAS_NONE}")
            }
        }

        // It is said where rustc looks for the element.
        #[diagnostic::do_not_recommend]
        impl<$($generics)*, I> SeenIndexed<$ty, I> for DeviceCode {}
    )*};
}

const HAS_NONE: &str = "nothing has the trait that this needs";

not_indexed! { [T] Buffer<T>, [T] ReadOnly<T>, [T, const N: usize] SharedArray<T, N> }
