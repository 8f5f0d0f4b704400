//! Joins: tasks with an output, and continuations that run when their children have finished.
//!
//! A task that forks leaves a *record*: the state of its continuation, a place for the output of each child, and how many children have not
//! finished. Each child carries where its output goes. The child that finishes last spawns the continuation from the record.

mod gather;

pub use gather::{Addends, Gathered, GatheredOf, Join, SameOutput, Several, Summed, Total};

pub(crate) use gather::Opened;

use crate::{
    context::Context,
    cpu::{Task, Waiting},
    device_type::{DeviceType, Typed, WorkItem, stored},
    procedure::{Execute, Translated},
    source::{Item, ItemKind, ItemRef, Namespace, Piece, hash, names_contain, reversed::REVERSE},
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
    note = "an output is a `#[device]` type that is `Clone + Copy`, or `()`; an `Option`, a `Result` or a tuple, and what has one in it, stays within a task: write a `bool` beside the value, or make a `#[device]` enum of your own"
)]
pub trait OptionalOutput: sealed::Sealed + 'static {
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
    /// Its C++ type.
    #[doc(hidden)] // For macro expansions.
    const WHIPPLE_TYPED: &'static [Piece];
    /// Gives it to whoever waits for it.
    #[doc(hidden)] // For `Context`.
    fn finish(self, task: &Task, to: ReturnTo, is_single: bool);
}

mod sealed {
    use super::{NoOutput, Outputs2, Outputs3, Outputs4, WorkItem};

    pub trait Sealed {}
    impl Sealed for NoOutput {}
    impl<T: WorkItem> Sealed for T {}

    /// `T` itself.
    pub trait Same<T> {}
    impl<T> Same<T> for T {}

    /// Of an output itself, or anything in the place of one that a child lacks: that is said where it is forked, and not twice.
    pub trait Given<T> {}
    impl<T: WorkItem> Given<T> for T {}
    impl<T: WorkItem> Given<NoOutput> for T {}

    /// The same for all outputs of a fork.
    pub trait SameOrNone<T> {}
    impl<A: Given<B>, B, const N: usize> SameOrNone<[B; N]> for [A; N] {}

    macro_rules! outputs {
        ($($name:ident: $($own:ident $other:ident),*;)*) => {$(
            impl<$($own: Given<$other>, $other),*> SameOrNone<$name<$($other),*>> for $name<$($own),*> {}
        )*};
    }
    outputs! { Outputs2: A T, B U; Outputs3: A T, B U, C V; Outputs4: A T, B U, C V, D W; }
}

impl OptionalOutput for NoOutput {
    type To = ();
    const RETURNS: bool = false;

    fn carried(_to: ReturnTo) {}

    fn to((): ()) -> ReturnTo {
        ReturnTo::NOWHERE
    }

    const WHIPPLE_TYPED: &'static [Piece] = &[];

    fn finish(self, _task: &Task, _to: ReturnTo, _is_single: bool) {
        match self {}
    }
}

#[diagnostic::do_not_recommend]
impl<T: WorkItem> OptionalOutput for T {
    type To = ReturnTo;
    const RETURNS: bool = true;

    fn carried(to: ReturnTo) -> ReturnTo {
        to
    }

    fn to(carried: ReturnTo) -> ReturnTo {
        carried
    }

    const WHIPPLE_TYPED: &'static [Piece] = <T as Typed>::WHIPPLE_TYPED;

    fn finish(self, task: &Task, to: ReturnTo, is_single: bool) {
        task.finish(to, self, is_single);
    }
}

/// The output of a task that gives one: a work item.
#[diagnostic::on_unimplemented(
    message = "this procedure has no output",
    note = "write `type Output = …;` beside `type Item` in its `#[execute] impl`; `type Output = ();` where others only wait for it"
)]
pub trait TaskOutput: OptionalOutput + WorkItem {}
#[diagnostic::do_not_recommend]
impl<T: WorkItem> TaskOutput for T {}

/// Of a procedure with `type Output`.
#[doc(hidden)] // For macro expansions.
#[derive(Debug)]
pub enum Yes {}

/// Of one without.
#[doc(hidden)] // As above.
#[derive(Debug)]
pub enum No {}

/// A procedure whose tasks can be forked: it has an output.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no output, so nobody can wait for its tasks: they cannot be forked",
    note = "write `type Output = …;` beside `type Item` in its `#[execute] impl`; `type Output = ();` where others only wait for it"
)]
pub trait Child: Execute {}
#[diagnostic::do_not_recommend]
impl<P: Execute<Returns = Yes>> Child for P {}

/// Where the output of a task goes. `ReturnTo` of `device/join/output.cuh` in whipple-cuda is the same.
#[doc(hidden)] // For executors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ReturnTo {
    /// The record of the join, or [`ROOT`](Self::ROOT), or [`ROOT_SUM`](Self::ROOT_SUM), or that of [`NOWHERE`](Self::NOWHERE).
    pub record: u32,
    /// Bytes from the start of the record; for an initial task its number.
    pub offset: u32,
}

impl ReturnTo {
    /// The record of initial tasks.
    pub const ROOT: u32 = u32::MAX;
    /// Of an offset in a record, for outputs that are aligned to four bytes: the output is added to what is there. The other bits say where
    /// that is.
    pub const ADDS: u32 = 1;
    /// The same, where the output is added to what is there.
    pub const ROOT_SUM: u32 = u32::MAX - 2;
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
pub type Queued<P> = Carried<<P as Execute>::Item, <<P as Translated>::Output as OptionalOutput>::To>;

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
        impl<$($parameter: DeviceType),*> Typed for $name<$($parameter),*> {
            const WHIPPLE_TYPED: &'static [Piece] =
                &[Piece::Text($start), $(Piece::Type($ty::WHIPPLE_TYPED), Piece::Text($end)),*];
        }

        stored! { [$($parameter: DeviceType),*] $name<$($parameter),*>; }

        // SAFETY: the device library has the same struct in `device/join/output.cuh`, with fields of the same order; it leaves out those without
        // size, which have none here either. Zero is a value of each field. Of the bytes only those of fields are written, and each is
        // checked by its type.
        unsafe impl<$($parameter: DeviceType),*> DeviceType for $name<$($parameter),*> {
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

/// What C++ calls to make a value of a struct with type parameters, of which a path does not say them. rustc finds it by the path alone,
/// because one instance alone has it.
macro_rules! constructors {
    ($($name:ident<$first:ty $(, $more:ty)*> { $($constructor:ident $pieces:expr;)* })*) => {$(
        #[doc(hidden)] // For macro expansions.
        impl $name<$first $(, $more)*> {
            $(pub const $constructor: &'static [Piece] = $pieces;)*
            pub const WHIPPLE_IS_TYPE: () = ();
            // rustc refuses what asks for it: fields are wrong.
            pub const WHIPPLE_TYPE: &'static [Piece] = &[];
        }
    )*};
}

constructors! {
    Joined<(), ()> {
        WHIPPLE_OF_FIELDS &[Piece::Item(JOINED)];
        WHIPPLE_WITH_STATE WITH_STATE;
        WHIPPLE_WITH_OUTPUTS WITH_OUTPUTS;
    }
    Outputs2<(), ()> { WHIPPLE_OF_PARTS &[Piece::Item(OUTPUTS)]; }
    Outputs3<(), (), ()> { WHIPPLE_OF_PARTS &[Piece::Item(OUTPUTS)]; }
    Outputs4<(), (), (), ()> { WHIPPLE_OF_PARTS &[Piece::Item(OUTPUTS)]; }
}

/// A `Joined` with the other field of another one.
const WITH_STATE: &[Piece] = &[
    Piece::Text("[](const auto& state, const auto& base) { return "),
    Piece::Item(JOINED),
    Piece::Text("(state, base.outputs); }"),
];
const WITH_OUTPUTS: &[Piece] = &[
    Piece::Text("[](const auto& outputs, const auto& base) { return "),
    Piece::Item(JOINED),
    Piece::Text("(base.state, outputs); }"),
];

/// `joined` and `outputs`.
const JOINED: ItemRef = {
    static ITEM: Item = constructor("joined", &[Piece::Text(include_str!("joined.cuh"))]);
    // SAFETY: `ITEM` is a static.
    unsafe { ItemRef::new(&raw const ITEM) }
};
const OUTPUTS: ItemRef = {
    static ITEM: Item = constructor("outputs", &[Piece::Text(include_str!("outputs.cuh"))]);
    // SAFETY: as above.
    unsafe { ItemRef::new(&raw const ITEM) }
};

const fn constructor(name: &'static str, definition: &'static [Piece]) -> Item {
    Item {
        id: hash(module_path!(), name, 0, 0),
        kind: ItemKind::Function,
        namespace: Namespace::of(module_path!()),
        name,
        definition,
        ..Item::EMPTY
    }
}

/// What C++ calls to make a value of a device type: of one that the user calls as these are called, or of [`Joined`] where its parameters are
/// known, as by another name of it.
#[doc(hidden)] // For macro expansions.
pub trait Constructed: Typed {
    /// The type itself.
    const WHIPPLE_TYPE: &'static [Piece] = Self::WHIPPLE_TYPED;
    /// With the values of `state` and `outputs`.
    const WHIPPLE_OF_FIELDS: &'static [Piece] = match Self::WHIPPLE_TYPED {
        [Piece::Text(name), ..] if names_contain(&["Joined<"], name) => &[Piece::Item(JOINED)],
        _ => &[
            Piece::Text("[](const auto& state, const auto& outputs) { "),
            Piece::Type(Self::WHIPPLE_TYPED),
            Piece::Text(" made; made.state = state; made.outputs = outputs; return made; }"),
        ],
    };
    /// With that of `state`, and the other fields of another value.
    const WHIPPLE_WITH_STATE: &'static [Piece] = match Self::WHIPPLE_TYPED {
        [Piece::Text(name), ..] if names_contain(&["Joined<"], name) => WITH_STATE,
        _ => &[
            Piece::Text("[](const auto& state, const auto& base) { "),
            Piece::Type(Self::WHIPPLE_TYPED),
            Piece::Text(" made = base; made.state = state; return made; }"),
        ],
    };
    /// With that of `outputs`, and the other fields of another value.
    const WHIPPLE_WITH_OUTPUTS: &'static [Piece] = match Self::WHIPPLE_TYPED {
        [Piece::Text(name), ..] if names_contain(&["Joined<"], name) => WITH_OUTPUTS,
        _ => &[
            Piece::Text("[](const auto& outputs, const auto& base) { "),
            Piece::Type(Self::WHIPPLE_TYPED),
            Piece::Text(" made = base; made.outputs = outputs; return made; }"),
        ],
    };
    /// With the values of fields without names.
    const WHIPPLE_OF_PARTS: &'static [Piece] = match Self::WHIPPLE_TYPED {
        [Piece::Text(name), ..] if names_contain(&["Outputs<"], name) => &[Piece::Item(OUTPUTS)],
        [Piece::Text(name), ..] if names_contain(&[REVERSE], name) => &[Piece::Text("num::reversed_order")],
        _ => &[
            Piece::Text("[](const auto&... parts) { return "),
            Piece::Type(Self::WHIPPLE_TYPED),
            Piece::Text("{parts...}; }"),
        ],
    };
}
impl<T: Typed> Constructed for T {}

/// What each type has, and no variant of an enum.
#[doc(hidden)] // As above.
pub trait IsType {
    /// Nothing.
    const WHIPPLE_IS_TYPE: () = ();
}
impl<T: ?Sized> IsType for T {}

/// The children of a fork: `[P; N]` is `N` tasks of the procedure `P`, `(A, B)` one of `A` and one of `B`; up to four.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which tasks are forked",
    note = "write `ctx.fork::<[P; N]>(…)` for `N` tasks of the procedure `P`, or `ctx.fork::<(A, B)>(…)` for one of each, up to four"
)]
pub trait Fork {
    /// Their work items: `[P::Item; N]`, or `(A::Item, B::Item)`.
    type Items: Copy;
    /// Their outputs: `[P::Output; N]`, or [`Outputs2<A::Output, B::Output>`](Outputs2).
    type Outputs;
    /// How many.
    #[doc(hidden)] // For `Context`.
    const COUNT: u32;
    /// Whether each of them has one thread.
    #[doc(hidden)] // As above.
    const IS_SINGLE: bool;
    /// Spawns those from number `first` on. Their outputs lie `outputs` bytes behind the start of the record.
    #[doc(hidden)] // As above.
    fn spawn(items: Self::Items, first: usize, task: &Task, record: u32, outputs: usize);
    /// Runs them in place, until all have finished, or what waits has moved away. Whether all have finished.
    #[doc(hidden)] // As above.
    fn run_in_place(items: &Self::Items, task: &Task, waiting: &Waiting) -> bool;
}

/// Children that can be waited for: each has an output.
pub trait Children: Fork {}

#[track_caller]
fn spawn_child<Q: Execute>(item: Q::Item, task: &Task, record: u32, offset: usize) {
    // A record is at most a few KiB.
    task.spawn::<Q>(item, ReturnTo { record, offset: offset as u32 });
}

impl<Q: Child, const N: usize> Children for [Q; N] {}

impl<Q: Execute, const N: usize> Fork for [Q; N] {
    type Items = [Q::Item; N];
    type Outputs = [Q::Output; N];
    const COUNT: u32 = N as u32;
    const IS_SINGLE: bool = Q::THREADS == 1;

    #[track_caller]
    fn spawn(items: Self::Items, first: usize, task: &Task, record: u32, outputs: usize) {
        for (index, item) in items.into_iter().enumerate().skip(first) {
            spawn_child::<Q>(item, task, record, outputs + index * size_of::<Q::Output>());
        }
    }

    #[inline]
    #[track_caller]
    fn run_in_place(items: &Self::Items, task: &Task, waiting: &Waiting) -> bool {
        items.iter().enumerate().all(|(index, item)| {
            task.run_in_place::<Q>(item, waiting.begin(index * size_of::<Q::Output>()));
            waiting.goes_on()
        })
    }
}

macro_rules! fork {
    ($outputs:ident, $count:literal, $($procedure:ident $index:tt),*) => {
        impl<$($procedure: Child),*> Children for ($($procedure,)*) {}

        impl<$($procedure: Execute),*> Fork for ($($procedure,)*) {
            type Items = ($($procedure::Item,)*);
            type Outputs = $outputs<$($procedure::Output),*>;
            const COUNT: u32 = $count;
            const IS_SINGLE: bool = $($procedure::THREADS == 1)&&*;

            #[track_caller]
            fn spawn(items: Self::Items, first: usize, task: &Task, record: u32, outputs: usize) {
                $(
                    if $index >= first {
                        let offset = std::mem::offset_of!(<Self as Fork>::Outputs, $index);
                        spawn_child::<$procedure>(items.$index, task, record, outputs + offset);
                    }
                )*
            }

            #[inline]
            #[track_caller]
            fn run_in_place(items: &Self::Items, task: &Task, waiting: &Waiting) -> bool {
                $({
                    let offset = std::mem::offset_of!(<Self as Fork>::Outputs, $index);
                    task.run_in_place::<$procedure>(&items.$index, waiting.begin(offset));
                    if !waiting.goes_on() {
                        return false;
                    }
                })*
                true
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
        C: Execute<Output: OutputFor<P::Output>>,
        C::Item: ContinuationItem<Outputs: OutputsOf<F::Outputs>>,
    {
        self.context.fork_then::<F, C>(self.items, state);
    }
}

/// The output of a continuation, for a task with this output: the same.
#[diagnostic::on_unimplemented(
    message = "the continuation finishes with `{Self}`, and the task that forks with `{T}`",
    label = "its output is `{Self}`",
    note = "a fork hands the output on: write the same `type Output` in both, or in neither; `NoOutput` stands for none"
)]
pub trait OutputFor<T>: sealed::Same<T> {}
#[diagnostic::do_not_recommend]
impl<T> OutputFor<T> for T {}

/// The outputs that a continuation takes, of children with these: the same.
#[diagnostic::on_unimplemented(
    message = "the continuation takes the outputs `{Self}`, and the forked tasks give `{T}`",
    label = "it takes `{Self}`",
    note = "its `type Item` is `Joined<State, {T}>`"
)]
pub trait OutputsOf<T>: sealed::SameOrNone<T> {}
#[diagnostic::do_not_recommend]
impl<O: sealed::SameOrNone<T>, T> OutputsOf<T> for O {}

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
