//! Joins whose number of children is known at run time: `ctx.join::<C>(state)` opens one, and each `fork` of it makes a child.
//!
//! The continuation also waits for the end of the task that opened the join. The place of the outputs begins as zeros. Each child changes its part.
//!
//! A task that finishes with a sum needs no record: its children add to the place where its own output goes.

use crate::{
    context::Context,
    device_type::{DeviceType, Typed, WorkItem, stored},
    join::{Child, ContinuationItem, Joined, ReturnTo},
    procedure::Execute,
    source::{Piece, constants::constant},
};
use std::{fmt, marker::PhantomData, mem::offset_of};

/// The outputs of at most `N` children of a [join](Context::join), in the order in which they were forked.
///
/// ```
/// # use whipple_runtime as whipple;
/// use whipple::join::{Joined, Several};
///
/// fn largest(joined: &Joined<(), Several<u32, 16>>) -> u32 {
///     let mut largest = 0;
///     for i in 0..joined.outputs.count as usize {
///         largest = largest.max(joined.outputs.values[i]);
///     }
///     largest
/// }
/// # let mut outputs = Several { values: [0; 16], count: 2 };
/// # outputs.values[..2].copy_from_slice(&[3, 7]);
/// # assert_eq!(largest(&Joined { state: (), outputs }), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Several<T, const N: usize> {
    /// The outputs; behind the last one, zeros.
    pub values: [T; N],
    /// How many there are.
    pub count: u32,
}

/// The sum of the outputs of the children of a [join](Context::join), of any number. It wraps around.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Total<T> {
    /// The sum.
    pub total: T,
}

impl<T: DeviceType + Copy, const N: usize> Typed for Several<T, N> {
    const WHIPPLE_TYPED: &'static [Piece] = &[
        Piece::Text("Several<"),
        Piece::Type(T::WHIPPLE_TYPED),
        Piece::Text(", "),
        constant(N as u64),
        Piece::Text(">"),
    ];
}

stored! { [T: DeviceType + Copy, const N: usize] Several<T, N>; [T: DeviceType] Total<T>; }

// SAFETY: the device library has the same struct in `device/join/output.cuh`. Zero is a value of each field. Of the bytes only those of fields
// are written, and each is checked by its type.
unsafe impl<T: DeviceType + Copy, const N: usize> DeviceType for Several<T, N> {
    const NO_PADDING: bool = size_of::<Self>() == size_of::<[T; N]>() + size_of::<u32>() && <[T; N]>::NO_PADDING;
    const ANY_BITS: bool = <[T; N]>::ANY_BITS;

    fn is_valid(bytes: &[u8]) -> bool {
        <[T; N]>::is_valid(&bytes[..size_of::<[T; N]>()])
    }

    fn write_fields(&self, out: &mut [u8]) {
        self.values.write_fields(&mut out[..size_of::<[T; N]>()]);
        let start = offset_of!(Self, count);
        self.count.write_fields(&mut out[start..start + size_of::<u32>()]);
    }
}

impl<T: DeviceType> Typed for Total<T> {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text("Total<"), Piece::Type(T::WHIPPLE_TYPED), Piece::Text(">")];
}

// SAFETY: as above.
unsafe impl<T: DeviceType> DeviceType for Total<T> {
    const NO_PADDING: bool = T::NO_PADDING;
    const ANY_BITS: bool = T::ANY_BITS;

    fn is_valid(bytes: &[u8]) -> bool {
        T::is_valid(bytes)
    }

    fn write_fields(&self, out: &mut [u8]) {
        self.total.write_fields(out);
    }
}

// A pattern's path does not say the parameters. rustc finds these by the path alone, because one instance alone has them.
#[doc(hidden)] // For macro expansions.
impl Several<(), 0> {
    pub const WHIPPLE_IS_TYPE: () = ();
}
#[doc(hidden)] // As above.
impl Total<()> {
    pub const WHIPPLE_IS_TYPE: () = ();
}

mod sealed {
    pub trait Sealed {}
    impl<T, const N: usize> Sealed for super::Several<T, N> {}
    impl<T> Sealed for super::Total<T> {}
    impl Sealed for () {}

    pub trait Number {}
    impl Number for u32 {}
    impl Number for u64 {}
    impl Number for i32 {}
    impl Number for i64 {}
}

/// What a join of any number of children gives to its continuation.
#[diagnostic::on_unimplemented(
    message = "a join of any number of children does not give `{Self}`",
    note = "the continuation has `type Item = Joined<State, Several<T, N>>;` for at most `N` outputs, `Joined<State, Total<T>>` for their sum, or `Joined<State, ()>` where children have the output `()`"
)]
pub trait Gathered: sealed::Sealed + DeviceType + Copy {
    /// How many children there may be.
    #[doc(hidden)] // For `Join`.
    const MOST: u32;
    /// Where the number of children is wanted, in bytes.
    #[doc(hidden)] // As above.
    const COUNT: Option<usize>;
}

impl<T: WorkItem, const N: usize> Gathered for Several<T, N> {
    const MOST: u32 = N as u32;
    const COUNT: Option<usize> = Some(offset_of!(Self, count));
}

impl<T: Summed> Gathered for Total<T> {
    const MOST: u32 = u32::MAX;
    const COUNT: Option<usize> = None;
}

impl Gathered for () {
    const MOST: u32 = u32::MAX;
    const COUNT: Option<usize> = None;
}

/// What a join gives to its continuation, of children with this output.
#[diagnostic::on_unimplemented(
    message = "the join gathers `{Self}`, and this child gives `{T}`",
    note = "`Several<T, N>` and `Total<T>` take children with `type Output = T;`, and `()` those with `type Output = ();`"
)]
pub trait GatheredOf<T>: Gathered {
    /// Where the output of the child of this number goes, in bytes; with [`ReturnTo::ADDS`] if it is added there.
    #[doc(hidden)] // For `Join`.
    fn place(child: u32) -> u32;
}

impl<T: WorkItem, const N: usize> GatheredOf<T> for Several<T, N> {
    fn place(child: u32) -> u32 {
        // A record is at most a few KiB.
        child * size_of::<T>() as u32
    }
}

impl<T: Summed> GatheredOf<T> for Total<T> {
    fn place(_child: u32) -> u32 {
        ReturnTo::ADDS
    }
}

impl GatheredOf<()> for () {
    fn place(_child: u32) -> u32 {
        0
    }
}

/// Numbers that [`Total`] and [`Addends`] add: `u32`, `u64`, `i32`, `i64`.
#[diagnostic::on_unimplemented(
    message = "outputs of type `{Self}` cannot be added up in one step",
    note = "sums are of `u32`, `u64`, `i32` or `i64`; for others let a join gather `Several<{Self}, N>`, and add in the continuation"
)]
pub trait Summed: WorkItem + sealed::Number {}
impl Summed for u32 {}
impl Summed for u64 {}
impl Summed for i32 {}
impl Summed for i64 {}

/// The output of a task, for another one that finishes with it, or with a sum that it is part of: the same.
#[diagnostic::on_unimplemented(
    message = "this task gives `{T}`, and the one that it finishes with `{Self}`",
    label = "its output is `{Self}`",
    note = "what the other task gives is the output of this one, or a part of it: write the same `type Output` in both"
)]
pub trait SameOutput<T>: super::sealed::Same<T> {}
#[diagnostic::do_not_recommend]
impl<T> SameOutput<T> for T {}

/// The join of a task: see [`Context::join`].
pub struct Join<'c, 'a, P, C> {
    context: &'c Context<'a, P>,
    continuation: PhantomData<fn(&C)>,
}

impl<P, C> Clone for Join<'_, '_, P, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, C> Copy for Join<'_, '_, P, C> {}

impl<P, C> fmt::Debug for Join<'_, '_, P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Join").finish_non_exhaustive()
    }
}

impl<'c, 'a, P: Execute, C: Execute<Item: ContinuationItem>> Join<'c, 'a, P, C> {
    pub(crate) fn new(context: &'c Context<'a, P>) -> Self {
        Self { context, continuation: PhantomData }
    }

    /// Creates a child: a task of `Q` for which the continuation waits. Its output is one of those that the continuation is given. The child sees
    /// what the thread wrote before, as a task that it spawns does.
    ///
    /// At levels 0 and 1 the first thread's calls count.
    ///
    /// # Panics
    /// When [`Several`] has no place for one more, or the thread creates more tasks than `#[procedure(max_spawns = …)]` says.
    #[track_caller]
    pub fn fork<Q: Child>(&self, item: Q::Item)
    where
        <C::Item as ContinuationItem>::Outputs: GatheredOf<Q::Output>,
    {
        self.context.fork_one::<C, Q>(item);
    }
}

/// What a task's output is the sum of: see [`Context::finish_with_sum`].
pub struct Addends<'c, 'a, P> {
    context: &'c Context<'a, P>,
}

impl<P> Clone for Addends<'_, '_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Addends<'_, '_, P> {}

impl<P> fmt::Debug for Addends<'_, '_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Addends").finish_non_exhaustive()
    }
}

impl<'c, 'a, P: Child> Addends<'c, 'a, P> {
    pub(crate) fn new(context: &'c Context<'a, P>) -> Self {
        Self { context }
    }

    /// Creates a child: a task of `Q` whose output is part of the sum. The child sees what the thread wrote before, as a task that it spawns does.
    ///
    /// At levels 0 and 1 the first thread's calls count.
    ///
    /// # Panics
    /// When the thread creates more tasks than `#[procedure(max_spawns = …)]` says.
    #[track_caller]
    pub fn fork<Q>(&self, item: Q::Item)
    where
        Q: Execute<Output: SameOutput<P::Output>>,
    {
        self.context.fork_addend::<Q>(item);
    }
}

/// A join that a task has opened.
#[derive(Clone, Copy)]
pub(crate) struct Opened {
    /// The record.
    pub(crate) record: u32,
    /// Where the outputs lie in it, in bytes.
    pub(crate) outputs: usize,
    /// Where the number of children goes, if anywhere.
    pub(crate) count: Option<usize>,
    /// Children so far.
    pub(crate) children: u32,
}

const _: () = assert!(offset_of!(Several<u64, 2>, values) == 0 && offset_of!(Joined<u32, Total<u32>>, outputs) == 4);
