//! What the threads of a task hold from one loop over them to the next.

use crate::{context::Context, cpu::overflow::Indivisible, device_type::Data};
use std::mem::MaybeUninit;

/// A value for each thread.
pub struct PerThread<T>(Box<[T]>);

impl<T> PerThread<T> {
    /// Gives this thread another value.
    #[inline(always)]
    pub fn put<P>(&mut self, thread: &Context<'_, P>, value: T) {
        self.0[thread.thread() as usize] = value;
    }

    /// The values in the order of the threads.
    pub(super) fn values(&self) -> &[T] {
        &self.0
    }
}

impl<T: Copy> PerThread<T> {
    /// The value of this thread.
    #[inline(always)]
    pub fn of<P>(&self, thread: &Context<'_, P>) -> T {
        self.0[thread.thread() as usize]
    }
}

/// The same for data that is not `Copy`. A body moves such a value at most once, which rustc checks of the body as it is written.
pub trait OfPlain<T> {
    /// The value of this thread.
    fn of<P>(&self, thread: &Context<'_, P>) -> T;
}

impl<T: Plain> OfPlain<T> for PerThread<T> {
    #[inline(always)]
    fn of<P>(&self, thread: &Context<'_, P>) -> T {
        const { assert!(!std::mem::needs_drop::<T>(), "device data is never dropped") };
        // SAFETY: `T` is plain data by `Plain`'s contract, of which any copy of the bytes is a value.
        unsafe { std::ptr::read(&raw const self.0[thread.thread() as usize]) }
    }
}

/// What is neither.
pub trait OfNone<T> {
    /// The value of this thread.
    fn of<P>(&mut self, thread: &Context<'_, P>) -> T
    where
        T: KeptByThreads;
}

// By `&mut`, of which rustc thinks last.
impl<T> OfNone<T> for PerThread<T> {
    fn of<P>(&mut self, _: &Context<'_, P>) -> T
    where
        T: KeptByThreads,
    {
        unreachable!("no type is one of these")
    }
}

/// Nothing.
#[diagnostic::on_unimplemented(
    message = "threads that meet cannot keep a `{Self}` in a variable",
    label = "each thread has its own from before they meet",
    note = "keep a reference to a buffer, or to a struct of buffers: `let graph = &self.graph;`"
)]
pub trait KeptByThreads {}

/// Data of which a copy of the bytes is another value.
///
/// # Safety
/// That holds: it has no exclusive reference in it, and owns nothing.
pub unsafe trait Plain {}

// SAFETY: that is the contract of `Data`.
unsafe impl<T: Data> Plain for T {}
// SAFETY: it holds a `T` at most.
unsafe impl<T: Plain> Plain for Option<T> {}

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        // SAFETY: it holds these and nothing else.
        unsafe impl<$($name: Plain),*> Plain for ($($name,)*) {}
    )*};
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

/// A value, and more behind it.
pub struct With<T, R>(pub T, pub R);

/// A list of values, made of [`With`] and `()`, that each thread gives.
pub trait Columns {
    /// Those of all threads while they are made.
    type Building;
    /// Those of all threads: as the list, of [`PerThread`]s.
    type PerThread;
    /// Room for those of so many threads.
    fn begin(threads: usize) -> Self::Building;
    /// Puts those of a thread to the others.
    fn put(self, columns: &mut Self::Building, thread: usize);
    /// All are there.
    ///
    /// # Safety
    /// `put` was called for each thread.
    unsafe fn end(columns: Self::Building) -> Self::PerThread;
}

impl Columns for () {
    type Building = ();
    type PerThread = ();
    #[inline(always)]
    fn begin(_: usize) {}
    #[inline(always)]
    fn put(self, (): &mut (), _: usize) {}
    #[inline(always)]
    unsafe fn end((): ()) {}
}

impl<T, R: Columns> Columns for With<T, R> {
    type Building = (Box<[MaybeUninit<T>]>, R::Building);
    type PerThread = With<PerThread<T>, R::PerThread>;
    #[inline(always)]
    fn begin(threads: usize) -> Self::Building {
        // An overflow of the stack in here would leave the allocator as it is.
        let _allocating = Indivisible::enter();
        (Box::new_uninit_slice(threads), R::begin(threads))
    }
    #[inline(always)]
    fn put(self, (column, rest): &mut Self::Building, thread: usize) {
        column[thread].write(self.0);
        self.1.put(rest, thread);
    }
    #[inline(always)]
    unsafe fn end((column, rest): Self::Building) -> Self::PerThread {
        // SAFETY: the caller's contract, for this column and for the others.
        unsafe { With(PerThread(column.assume_init()), R::end(rest)) }
    }
}
