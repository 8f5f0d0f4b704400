//! What threads hand a function that they call together, and what they get from it.

use super::PerThread;
use crate::context::Context;

/// A value of each thread. Where it is the same for all of them, it is there once.
pub enum Handed<T> {
    /// The same for all.
    Same(T),
    /// Each thread has its own.
    Each(PerThread<T>),
}

impl<T: Copy> Handed<T> {
    /// The value of this thread.
    #[inline(always)]
    pub fn of<P>(&self, thread: &Context<'_, P>) -> T {
        match self {
            Self::Same(value) => *value,
            Self::Each(values) => values.of(thread),
        }
    }
}

/// The same for other values. No function runs in loops that takes or gives one: see [`WhetherKept`].
pub trait OfAny<T> {
    /// The value of this thread.
    fn of<P>(&self, thread: &Context<'_, P>) -> T;
}

impl<T> OfAny<T> for Handed<T> {
    fn of<P>(&self, _: &Context<'_, P>) -> T {
        unreachable!("a function in loops takes and gives what is `Copy`")
    }
}

/// Asked of each type that a function takes or gives: whether threads may hand a value of it on.
pub struct WhetherKept<T>(T);

impl<T: Copy> WhetherKept<T> {
    /// They may.
    pub const KEPT: bool = true;
}

/// The answer for all other types.
pub trait NotKept {
    /// They may not.
    const KEPT: bool = false;
}

impl<T> NotKept for WhetherKept<T> {}

/// What a function has that has no forms: for rustc, where a body calls it with its context.
pub trait NoForm {
    /// It does not run in loops.
    const IN_LOOPS: bool = false;
    /// Nor may each thread call it by itself.
    const ALONE: bool = false;
    /// Never called.
    fn in_loops<T, A, R>(_threads: T, _handed: A) -> R {
        unreachable!("the function has no form in loops")
    }
}

impl<F: ?Sized> NoForm for F {}
