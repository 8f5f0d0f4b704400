//! Joins: tasks with an output, and continuations that run when their children have finished.
//!
//! A task that forks leaves a *record*: the state of its continuation, a place for the output of each child, and how many children have not
//! finished. Each child carries where its output goes. The child that finishes last spawns the continuation from the record.

use crate::{
    context::Context,
    cpu::Task,
    device_type::{DeviceType, WorkItem},
    procedure::{Execute, Translated},
    source::Piece,
};
use std::marker::PhantomData;

/// The output of a procedure that has none: of one whose `impl Execute` does not say `type Output`.
///
/// There is no value of it, so no task of such a procedure finishes, and none can be forked.
#[derive(Debug)]
pub enum NoOutput {}

/// What tasks give to whoever waits for them: any work item, or [`NoOutput`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a task",
    note = "an output is a `#[device]` type that is `Clone + Copy`, or `()`"
)]
pub trait Outcome: sealed::Sealed + 'static {
    /// What an item has beside it in a queue: where its task's output goes.
    #[doc(hidden)] // For executors.
    type To: Copy + Send + Sync + 'static;
    /// Whether tasks have an output.
    #[doc(hidden)] // As above.
    const RETURNS: bool;
    /// As an item carries it.
    #[doc(hidden)] // As above.
    fn carried(to: ReturnTo) -> Self::To;
    /// What an item carries.
    #[doc(hidden)] // As above.
    fn to(carried: Self::To) -> ReturnTo;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::NoOutput {}
    impl<T: super::WorkItem> Sealed for T {}
}

impl Outcome for NoOutput {
    type To = ();
    const RETURNS: bool = false;

    fn carried(_to: ReturnTo) {}

    fn to((): ()) -> ReturnTo {
        ReturnTo::NOWHERE
    }
}

impl<T: WorkItem> Outcome for T {
    type To = ReturnTo;
    const RETURNS: bool = true;

    fn carried(to: ReturnTo) -> ReturnTo {
        to
    }

    fn to(carried: ReturnTo) -> ReturnTo {
        carried
    }
}

/// The output of a task that can be forked and can finish: a work item.
#[diagnostic::on_unimplemented(
    message = "this procedure has no output, so its tasks cannot be forked and do not finish",
    note = "write `type Output = …;` beside `type Item` in its `#[execute] impl`; `type Output = ();` where others only wait for it"
)]
pub trait TaskOutput: Outcome + WorkItem {}
impl<T: WorkItem> TaskOutput for T {}

/// Where the output of a task goes. `ReturnTo` of `device/join.cuh` in whipple-cuda is the same.
#[doc(hidden)] // For executors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ReturnTo {
    /// The record of the join, or [`ROOT`](Self::ROOT), or that of [`NOWHERE`](Self::NOWHERE).
    pub record: u32,
    /// Bytes from the start of the record; for an initial task its number.
    pub offset: u32,
}

impl ReturnTo {
    /// The record of initial tasks.
    pub const ROOT: u32 = u32::MAX;
    /// The output is dropped.
    pub const NOWHERE: Self = Self { record: u32::MAX - 1, offset: 0 };

    /// That of the initial task of this number.
    pub fn root(number: u32) -> Self {
        Self { record: Self::ROOT, offset: number }
    }
}

/// A work item as a queue holds it.
#[doc(hidden)] // For executors.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Carried<I, T> {
    /// The item.
    pub item: I,
    /// Where the output goes.
    pub to: T,
}

/// What a queue of `P` holds.
#[doc(hidden)] // For executors.
pub type Queued<P> = Carried<<P as Execute>::Item, <<P as Translated>::Output as Outcome>::To>;

/// The work item of a continuation: what the task that forked has left for it, and the outputs of the children in the order of the fork.
///
/// ```
/// # use whipple_runtime as whipple;
/// use whipple::join::Joined;
///
/// fn sum(joined: &Joined<u32, [u64; 2]>) -> u64 {
///     joined.outputs[0] + joined.outputs[1] + u64::from(joined.state)
/// }
/// # assert_eq!(sum(&Joined { state: 1, outputs: [2, 3] }), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Joined<S, O> {
    /// What `then` was given.
    pub state: S,
    /// The outputs of the children.
    pub outputs: O,
}

macro_rules! structure {
    ($name:ident<$($parameter:ident),*>, $start:literal, $($field:tt: $ty:ident $end:literal)*) => {
        // SAFETY: the device library has the same struct in `device/join.cuh`, with fields of the same order; it leaves out those without
        // size, which have none here either. Zero is a value of each field. Of the bytes only those of fields are written, and each is
        // checked by its type.
        unsafe impl<$($parameter: DeviceType),*> DeviceType for $name<$($parameter),*> {
            const TYPE: &'static [Piece] =
                &[Piece::Text($start), $(Piece::Type($ty::TYPE), Piece::Text($end)),*];
            const NO_PADDING: bool = size_of::<Self>() == 0 $(+ size_of::<$ty>())* $(&& $ty::NO_PADDING)*;
            const ANY_BITS: bool = true $(&& $ty::ANY_BITS)*;

            fn is_valid(bytes: &[u8]) -> bool {
                true $(&& {
                    let start = std::mem::offset_of!(Self, $field);
                    size_of::<$ty>() == 0 || $ty::is_valid(&bytes[start..start + size_of::<$ty>()])
                })*
            }

            fn write_fields(&self, out: &mut [u8]) {
                $({
                    let start = std::mem::offset_of!(Self, $field);
                    self.$field.write_fields(&mut out[start..start + size_of::<$ty>()]);
                })*
            }
        }
    };
}

structure!(Joined<S, O>, "Joined<", state: S ", " outputs: O ">");
structure!(Outputs2<A, B>, "Outputs<", 0: A ", " 1: B ">");
structure!(Outputs3<A, B, C>, "Outputs<", 0: A ", " 1: B ", " 2: C ">");
structure!(Outputs4<A, B, C, D>, "Outputs<", 0: A ", " 1: B ", " 2: C ", " 3: D ">");

/// The outputs of two children of different procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Outputs2<A, B>(pub A, pub B);

/// The outputs of three children of different procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Outputs3<A, B, C>(pub A, pub B, pub C);

/// The outputs of four children of different procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Outputs4<A, B, C, D>(pub A, pub B, pub C, pub D);

/// The children of a fork: `[P; N]` is `N` tasks of the procedure `P`, `(A, B)` one of `A` and one of `B`; up to four.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which tasks are forked",
    note = "write `ctx.fork::<[P; N]>(…)` for `N` tasks of the procedure `P`, or `ctx.fork::<(A, B)>(…)` for one of each, up to four"
)]
pub trait Fork {
    /// Their work items: `[P::Item; N]`, or `(A::Item, B::Item)`.
    type Items;
    /// Their outputs: `[P::Output; N]`, or [`Outputs2<A::Output, B::Output>`](Outputs2).
    type Outputs: DeviceType + Copy;
    /// How many.
    #[doc(hidden)] // For `Context`.
    const COUNT: u32;
    /// Spawns them. Their outputs lie `outputs` bytes behind the start of the record.
    #[doc(hidden)] // As above.
    fn spawn(items: Self::Items, task: &Task, record: u32, outputs: usize);
}

#[track_caller]
fn spawn_child<Q: Execute<Output: TaskOutput>>(item: Q::Item, task: &Task, record: u32, offset: usize) {
    // A record is at most a few KiB.
    task.spawn::<Q>(item, ReturnTo { record, offset: offset as u32 });
}

impl<Q: Execute<Output: TaskOutput>, const N: usize> Fork for [Q; N] {
    type Items = [Q::Item; N];
    type Outputs = [Q::Output; N];
    const COUNT: u32 = N as u32;

    #[track_caller]
    fn spawn(items: Self::Items, task: &Task, record: u32, outputs: usize) {
        for (index, item) in items.into_iter().enumerate() {
            spawn_child::<Q>(item, task, record, outputs + index * size_of::<Q::Output>());
        }
    }
}

macro_rules! fork {
    ($outputs:ident, $count:literal, $($procedure:ident $index:tt),*) => {
        impl<$($procedure: Execute<Output: TaskOutput>),*> Fork for ($($procedure,)*) {
            type Items = ($($procedure::Item,)*);
            type Outputs = $outputs<$($procedure::Output),*>;
            const COUNT: u32 = $count;

            #[track_caller]
            fn spawn(items: Self::Items, task: &Task, record: u32, outputs: usize) {
                $(
                    let offset = std::mem::offset_of!(<Self as Fork>::Outputs, $index);
                    spawn_child::<$procedure>(items.$index, task, record, outputs + offset);
                )*
            }
        }
    };
}

fork!(Outputs2, 2, A 0, B 1);
fork!(Outputs3, 3, A 0, B 1, C 2);
fork!(Outputs4, 4, A 0, B 1, C 2, D 3);

/// Tasks that are to be forked; [`then`](Self::then) does it, and says what runs when they have finished.
#[must_use = "nothing is forked without `.then::<P>(state)`, which says what runs when the tasks have finished"]
pub struct Forked<'c, 'a, P, F: Fork> {
    context: &'c Context<'a, P>,
    items: F::Items,
    children: PhantomData<F>,
}

impl<'c, 'a, P: Execute, F: Fork> Forked<'c, 'a, P, F> {
    pub(crate) fn new(context: &'c Context<'a, P>, items: F::Items) -> Self {
        Self { context, items, children: PhantomData }
    }

    /// Spawns the tasks, and has a task of `C` run when all of them have finished, with their outputs and `state`. It sees all that they
    /// wrote before they finished. Its output is that of this task.
    ///
    /// Of a task with an output, at levels 0 and 1, the first thread's call counts. Children see what the thread that forks wrote before, as
    /// tasks that it spawns do.
    ///
    /// # Panics
    /// When the task has already finished or forked, if it has an output. When the waiting tasks have no memory left
    /// ([`Options::join_memory`](crate::options::Options#structfield.join_memory)).
    #[track_caller]
    pub fn then<C>(self, state: <C::Item as ContinuationItem>::State)
    where
        C: Execute<Output = P::Output>,
        C::Item: ContinuationItem<Outputs = F::Outputs>,
    {
        self.context.fork_then::<F, C>(self.items, state);
    }
}

/// The work item of a continuation: [`Joined`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the work item of a continuation",
    note = "what runs when forked tasks have finished has `type Item = Joined<State, Outputs>;`, where the outputs of `[P; N]` are `[P::Output; N]` and those of `(A, B)` are `Outputs2<A::Output, B::Output>`"
)]
pub trait ContinuationItem: WorkItem {
    /// What the task that forked leaves.
    type State: WorkItem;
    /// The outputs of the children.
    type Outputs: DeviceType + Copy;
    /// Where they lie in the item, in bytes.
    #[doc(hidden)] // For `Context`.
    const OUTPUTS: usize;
}

impl<S: WorkItem, O: WorkItem> ContinuationItem for Joined<S, O> {
    type State = S;
    type Outputs = O;
    const OUTPUTS: usize = std::mem::offset_of!(Self, outputs);
}
