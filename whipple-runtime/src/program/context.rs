//! What a body sees of its task: the thread's index, spawning, and cooperation with the task's other threads.

use crate::{
    buffer::Buffer,
    cpu::{Destination, HELD, PanicAt, Parts, Task, fork_in_place},
    device_type::DeviceType,
    error::{COUNTED_OUT, ENDED_TWICE, NEVER_ENDED, TOO_MANY_CHILDREN, TOO_MANY_SPAWNS},
    join::{
        Addends, Child, Children, ContinuationItem, Fork, Forked, Gathered, GatheredOf, Join, Opened, OptionalOutput,
        OutputFor, OutputsOf, ReturnTo, SameOutput, Summed,
    },
    procedure::{BlockLevel, Execute, Procedure, SharedLevel, WarpLevel},
};
use std::{cell::Cell, fmt, marker::PhantomData};

/// One thread of one task of the procedure `P` (Steinberger et al. 2014, section 3).
///
/// All threads of a task run the body of their procedure. The operations in which they cooperate (barriers, votes,
/// shuffles, reductions) must be reached by all threads of the task, in the same place; the CPU executor reports a task
/// whose threads wait in different places, or of which some have ended, as a panic of the body.
pub struct Context<'a, P> {
    task: &'a Task,
    thread: u32,
    /// Tasks that the thread has spawned, where `P` bounds them.
    spawned: Cell<u32>,
    /// What the procedure says of its spawns.
    max_spawns: Option<u32>,
    /// Where the task's output goes.
    to: Destination<'a>,
    /// Whether the thread has finished, or forked for its task's output, or opened a join.
    ended: Cell<bool>,
    /// The join that it has opened.
    opened: Cell<Option<Opened>>,
    /// Where its children add their outputs, if it finishes with a sum.
    adds_to: Cell<Option<ReturnTo>>,
    procedure: PhantomData<fn(&P)>,
}

/// What is known of a thread beside its place.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    spawned: u32,
    ended: bool,
    opened: Option<Opened>,
    adds_to: Option<ReturnTo>,
}

impl<'a, P: Procedure> Context<'a, P> {
    pub(crate) fn new(task: &'a Task, thread: u32, to: ReturnTo) -> Self {
        Self::of(task, thread, Destination::queued(to))
    }

    /// Of a task that runs in the place of another.
    pub(crate) fn in_place(task: &'a Task, to: Destination<'a>) -> Self {
        Self::of(task, 0, to)
    }

    /// What a thread keeps from one of its contexts to the next.
    pub(crate) fn kept(&self) -> Kept {
        let Self { spawned, ended, opened, adds_to, .. } = self;
        Kept { spawned: spawned.get(), ended: ended.get(), opened: opened.get(), adds_to: adds_to.get() }
    }

    /// The same, where the thread has had another one.
    pub(crate) fn after(self, kept: Kept) -> Self {
        let Kept { spawned, ended, opened, adds_to } = kept;
        self.spawned.set(spawned);
        self.ended.set(ended);
        self.opened.set(opened);
        self.adds_to.set(adds_to);
        self
    }

    fn of(task: &'a Task, thread: u32, to: Destination<'a>) -> Self {
        Self {
            task,
            thread,
            spawned: Cell::new(0),
            max_spawns: P::MAX_SPAWNS,
            to,
            ended: Cell::new(false),
            opened: Cell::new(None),
            adds_to: Cell::new(None),
            procedure: PhantomData,
        }
    }
}

/// The procedure's name and the thread's index.
impl<P: Procedure> fmt::Debug for Context<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Context");
        shown.field("procedure", &P::NAME).field("thread", &self.thread).finish_non_exhaustive()
    }
}

/// Every level. Nothing is asked of the type: where `#[procedure]` is missing, the `impl` of the body says so, and no call does.
impl<P> Context<'_, P> {
    /// The index of this thread in its task, `0..self.threads()`.
    #[inline]
    pub fn thread(&self) -> u32 {
        self.thread
    }

    /// Orders what this thread wrote and read before it with what it writes and reads after it, for all tasks: a release and an acquire.
    /// Operations on buffers whose answers are used, and spawns, need none.
    #[inline]
    pub fn fence(&self) {
        std::sync::atomic::fence(std::sync::atomic::Ordering::AcqRel);
    }

    /// Adds a task of `Q` that processes `item`. It runs at some later time; nothing waits for it. It sees all that this thread wrote
    /// before, and all that this thread was sure to see.
    ///
    /// # Panics
    /// When this thread spawns more in its task than `#[procedure(max_spawns = …)]` says; a run then ends with
    /// [`Error::DevicePanic`](crate::error::Error::DevicePanic). When `Q` is not in the program, which `#[program]` refuses
    /// at compile time.
    #[inline]
    #[track_caller]
    pub fn spawn<Q: Execute>(&self, item: Q::Item) {
        self.count_spawns(1);
        self.task.spawn::<Q>(item, ReturnTo::NOWHERE);
    }

    /// Counts the number at `index` down by one. Where that makes it 0, it adds a task of `Q` that processes `item`.
    ///
    /// It is for a task that needs several others: the number says how many, and each of them calls this. The last call adds the task. The
    /// task sees what all of them wrote before.
    ///
    /// ```
    /// # use whipple_runtime as whipple;
    /// # use whipple::{buffer::Buffer, context::Context, procedure::Execute};
    /// # fn example<P, Row: Execute<Item = u32>>(ctx: &Context<'_, P>, waits_for: &Buffer<u32>, below: u32) {
    /// ctx.spawn_after::<Row>(waits_for, below, below);
    /// # }
    /// ```
    ///
    /// # Panics
    /// When the number is 0 before, and as [`spawn`](Self::spawn) and [`Buffer::fetch_sub`] do.
    #[track_caller]
    pub fn spawn_after<Q: Execute>(&self, counter: &Buffer<u32>, index: u32, item: Q::Item) {
        let before = counter.fetch_sub(index, 1);
        assert!(before != 0, "{COUNTED_OUT}");
        if before == 1 {
            self.spawn::<Q>(item);
        }
    }

    #[inline]
    #[track_caller]
    fn count_spawns(&self, more: u32) {
        if let Some(most) = self.max_spawns {
            let spawned = self.spawned.get();
            assert!(most - spawned >= more, "{TOO_MANY_SPAWNS}");
            self.spawned.set(spawned + more);
        }
    }
}

/// Joins: every level.
impl<'a, P: Execute> Context<'a, P> {
    /// Gives the task's output to whoever waits for it: to the continuation of the fork that this task is a child of, or to the host, for an
    /// initial task. Each task of a procedure with `type Output` does this once, or forks. The continuation sees all that the task wrote
    /// before.
    ///
    /// At levels 0 and 1 the first thread's call counts, and what runs then sees what all threads of the task write until it ends.
    ///
    /// # Panics
    /// When the task has already finished or forked.
    #[inline]
    #[track_caller]
    pub fn finish(&self, output: P::Output) {
        if self.thread == 0 {
            self.end();
            match self.to.in_place() {
                // SAFETY: it is the place of this child's output, which is large enough and aligned for it.
                Some(place) => unsafe { place.cast::<P::Output>().write(output) },
                None => output.finish(self.task, self.to.in_record(self.task), P::THREADS == 1),
            }
        }
    }

    /// Begins a fork: tasks that are children of this one. `.then::<C>(state)` behind it names the procedure whose task runs when all of them
    /// have finished. `[P; N]` forks `N` tasks of `P`, `(A, B)` one of each.
    ///
    /// A task with an output gives it away by a fork: the output of the continuation is that of this task.
    ///
    /// ```
    /// # use whipple_runtime as whipple;
    /// # use whipple::{context::Context, join::Child, procedure::Execute};
    /// # fn example<P, Fib, Add>(ctx: &Context<'_, P>, n: u32)
    /// # where
    /// #     P: Execute<Output = u64>,
    /// #     Fib: Child + Execute<Item = u32, Output = u64>,
    /// #     Add: Execute<Item = whipple::join::Joined<(), [u64; 2]>, Output = u64>,
    /// # {
    /// ctx.fork::<[Fib; 2]>([n - 1, n - 2]).then::<Add>(());
    /// # }
    /// ```
    // Apart from the other, the second bound is told by itself.
    #[allow(clippy::multiple_bound_locations)]
    pub fn fork<F: Fork>(&self, items: F::Items) -> Forked<'_, 'a, P, F>
    where
        F: Children,
    {
        Forked::new(self, items)
    }

    #[inline]
    #[track_caller]
    pub(crate) fn fork_then<F, C>(&self, items: F::Items, state: <C::Item as ContinuationItem>::State)
    where
        F: Fork,
        C: Execute<Output: OutputFor<P::Output>>,
        C::Item: ContinuationItem<Outputs: OutputsOf<F::Outputs>>,
    {
        if <P::Output as OptionalOutput>::RETURNS {
            if self.thread != 0 {
                return;
            }
            self.end();
        }
        self.count_spawns(F::COUNT);
        if const { F::IS_SINGLE && C::THREADS == 1 && P::THREADS == 1 } && self.task.may_fork_in_place() {
            return fork_in_place::<F, C>(self.task, items, state, self.to);
        }
        let (record, outputs) = self.task.wait_for::<C>(F::COUNT, state, self.to.in_record(self.task));
        F::spawn(items, 0, self.task, record, outputs);
    }

    /// Finishes by another task: one of `Q` that processes `item`. What that task gives is the output of this one.
    ///
    /// At levels 0 and 1 the first thread's call counts. The task of `Q` sees what the thread wrote before, as a task that it spawns does.
    ///
    /// ```
    /// # use whipple_runtime as whipple;
    /// # use whipple::{context::Context, join::Child, procedure::Execute};
    /// # fn example<P, Large>(ctx: &Context<'_, P>, length: u32)
    /// # where
    /// #     P: Child + Execute<Output = u64>,
    /// #     Large: Execute<Item = u32, Output = u64>,
    /// # {
    /// if length > 1000 {
    ///     return ctx.finish_with::<Large>(length);
    /// }
    /// # }
    /// ```
    ///
    /// # Panics
    /// When the task has already finished or forked.
    #[track_caller]
    pub fn finish_with<Q>(&self, item: Q::Item)
    where
        P: Child,
        Q: Execute<Output: SameOutput<P::Output>>,
    {
        if self.thread == 0 {
            self.end();
            self.count_spawns(1);
            self.task.spawn::<Q>(item, self.to.in_record(self.task));
        }
    }

    /// Finishes with a sum. [`Addends::fork`] then makes children, any number of them. The output of this task is the sum of `own` and of their
    /// outputs. It wraps around. Nothing waits and no task adds: each child adds its output to the place where the sum goes.
    ///
    /// At levels 0 and 1 the first thread's calls count.
    ///
    /// ```
    /// # use whipple_runtime as whipple;
    /// # use whipple::{context::Context, join::Child, procedure::Execute};
    /// # fn example<P, Node>(ctx: &Context<'_, P>, children: u32)
    /// # where
    /// #     P: Child + Execute<Output = u64>,
    /// #     Node: Child + Execute<Item = u32, Output = u64>,
    /// # {
    /// let sum = ctx.finish_with_sum(1);
    /// for i in 0..children {
    ///     sum.fork::<Node>(i);
    /// }
    /// # }
    /// ```
    ///
    /// # Panics
    /// When the task has already finished or forked, or opened a join.
    #[track_caller]
    pub fn finish_with_sum(&self, own: P::Output) -> Addends<'_, 'a, P>
    where
        P: Child + Execute<Output: Summed>,
    {
        if self.thread == 0 {
            self.end();
            self.adds_to.set(Some(self.task.begin_sum(self.to.in_record(self.task), own)));
        }
        Addends::new(self)
    }

    #[track_caller]
    pub(crate) fn fork_addend<Q: Execute>(&self, item: Q::Item) {
        let Some(to) = self.adds_to.get() else { return };
        self.count_spawns(1);
        self.task.expect_one(to);
        self.task.spawn::<Q>(item, to);
    }

    /// Opens a join. [`Join::fork`] then makes its children, any number of them. A task of `C` runs when this task has ended and all children have
    /// finished. Its item says what it is given beside `state`: each output of the children ([`Several`](crate::join::Several)), their sum
    /// ([`Total`](crate::join::Total)), or nothing.
    ///
    /// The output of that task is the output of this one. So a task opens one join, and does not finish or fork besides. At levels 0 and 1 the
    /// first thread's call counts. The continuation sees all that the children and the threads of this task wrote.
    ///
    /// ```
    /// # use whipple_runtime as whipple;
    /// # use whipple::{context::Context, join::{Child, Joined, Total}, procedure::Execute};
    /// # fn example<P, Place, Count>(ctx: &Context<'_, P>, mut free: u32)
    /// # where
    /// #     P: Child + Execute<Output = u64>,
    /// #     Place: Child + Execute<Item = u32, Output = u64>,
    /// #     Count: Execute<Item = Joined<(), Total<u64>>, Output = u64>,
    /// # {
    /// let join = ctx.join::<Count>(());
    /// while free != 0 {
    ///     join.fork::<Place>(free.trailing_zeros());
    ///     free &= free - 1;
    /// }
    /// # }
    /// ```
    ///
    /// # Panics
    /// When the task has already finished or forked, or opened a join. When the waiting tasks have no memory left
    /// ([`Options::join_memory`](crate::options::Options#structfield.join_memory)).
    #[track_caller]
    pub fn join<C>(&self, state: <C::Item as ContinuationItem>::State) -> Join<'_, 'a, P, C>
    where
        P: Child,
        C: Execute<Output: OutputFor<P::Output>>,
        C::Item: ContinuationItem<Outputs: Gathered>,
    {
        if self.thread == 0 {
            self.end();
            let (record, outputs) = self.task.wait_for::<C>(HELD, state, self.to.in_record(self.task));
            self.task.clear::<<C::Item as ContinuationItem>::Outputs>(record, outputs);
            let count = <C::Item as ContinuationItem>::Outputs::COUNT.map(|place| outputs + place);
            self.opened.set(Some(Opened { record, outputs, count, children: 0 }));
        }
        Join::new(self)
    }

    #[track_caller]
    pub(crate) fn fork_one<C, Q>(&self, item: Q::Item)
    where
        C: Execute<Item: ContinuationItem>,
        Q: Execute,
        <C::Item as ContinuationItem>::Outputs: GatheredOf<Q::Output>,
    {
        let Some(mut opened) = self.opened.get() else { return };
        let most = <C::Item as ContinuationItem>::Outputs::MOST;
        assert!(opened.children < most, "{TOO_MANY_CHILDREN}");
        self.count_spawns(1);
        let place = <C::Item as ContinuationItem>::Outputs::place(opened.children);
        opened.children += 1;
        self.opened.set(Some(opened));
        self.task.spawn::<Q>(item, ReturnTo { record: opened.record, offset: opened.outputs as u32 + place });
    }

    /// Marks that the output is given, or given away.
    #[inline]
    #[track_caller]
    fn end(&self) {
        assert!(!self.ended.replace(true), "{ENDED_TWICE}");
    }

    /// To be called at the end of the body.
    #[inline]
    pub(crate) fn check_end(&self) {
        if <P::Output as OptionalOutput>::RETURNS && self.thread == 0 && !self.ended.get() {
            // The place is that of the procedure: the body has ended, and nothing of it is at fault.
            let (file, line) = P::PLACE;
            std::panic::panic_any(PanicAt { file, line, message: NEVER_ENDED });
        }
        if let Some(Opened { record, count, children, .. }) = self.opened.get() {
            self.task.close(record, children, count, P::THREADS == 1);
        }
        if let Some(to) = self.adds_to.get() {
            self.task.close_sum(to, P::THREADS == 1);
        }
    }
}

/// Every level.
impl<P: Procedure> Context<'_, P> {
    /// The number of threads of the task.
    #[inline]
    pub fn threads(&self) -> u32 {
        P::THREADS
    }

    /// The task's shared memory: one instance for all its threads. Uninitialised on a GPU; zeroed on the CPU.
    #[inline]
    pub fn shared(&self) -> &P::Shared
    where
        P: SharedLevel,
    {
        // SAFETY: the executor gave the task zeroed memory of the size and alignment of `P::Shared`, zero is a value of
        // every device type, and its threads take turns on one OS thread, so that `Cell`s in it may be shared.
        unsafe { self.task.shared::<P::Shared>() }
    }
}

/// Level 1: the threads of a block.
impl<P: Procedure> Context<'_, P> {
    /// Waits for all threads of the task; what they wrote to shared memory before is visible after.
    #[inline]
    #[track_caller]
    pub fn barrier(&self)
    where
        P: BlockLevel,
    {
        self.task.wait(self.thread, "barrier");
    }

    /// A barrier that tells whether `predicate` holds in any thread.
    #[track_caller]
    pub fn barrier_any(&self, predicate: bool) -> bool
    where
        P: BlockLevel,
    {
        self.vote("barrier_any", predicate).count > 0
    }

    /// A barrier that tells whether `predicate` holds in all threads.
    #[track_caller]
    pub fn barrier_all(&self, predicate: bool) -> bool
    where
        P: BlockLevel,
    {
        self.vote("barrier_all", predicate).count == P::THREADS
    }

    /// A barrier that tells in how many threads `predicate` holds.
    #[track_caller]
    pub fn barrier_count(&self, predicate: bool) -> u32
    where
        P: BlockLevel,
    {
        self.vote("barrier_count", predicate).count
    }
}

/// Level 0: the threads of a task in one warp.
impl<P: Procedure> Context<'_, P> {
    /// Waits for all threads of the task; what they wrote to shared memory before is visible after.
    #[inline]
    #[track_caller]
    pub fn warp_barrier(&self)
    where
        P: WarpLevel,
    {
        self.task.wait(self.thread, "warp_barrier");
    }

    /// The `value` of thread `lane`; the own value when there is no such thread.
    #[track_caller]
    pub fn shuffle<T: DeviceType + Copy>(&self, value: T, lane: u32) -> T
    where
        P: WarpLevel,
    {
        self.exchange("shuffle", value, lane)
    }

    /// The `value` of the thread whose index is this one's with the bits of `mask` flipped; the own value when there is
    /// no such thread.
    #[track_caller]
    pub fn shuffle_xor<T: DeviceType + Copy>(&self, value: T, mask: u32) -> T
    where
        P: WarpLevel,
    {
        self.exchange("shuffle_xor", value, self.thread ^ mask)
    }

    /// The `value` of the thread `delta` below this one; the own value when there is no such thread.
    #[track_caller]
    pub fn shuffle_up<T: DeviceType + Copy>(&self, value: T, delta: u32) -> T
    where
        P: WarpLevel,
    {
        self.exchange("shuffle_up", value, self.thread.wrapping_sub(delta))
    }

    /// The `value` of the thread `delta` above this one; the own value when there is no such thread.
    #[track_caller]
    pub fn shuffle_down<T: DeviceType + Copy>(&self, value: T, delta: u32) -> T
    where
        P: WarpLevel,
    {
        self.exchange("shuffle_down", value, self.thread.saturating_add(delta))
    }

    /// Whether `predicate` holds in any thread of the task.
    #[track_caller]
    pub fn any(&self, predicate: bool) -> bool
    where
        P: WarpLevel,
    {
        self.vote("any", predicate).count > 0
    }

    /// Whether `predicate` holds in all threads of the task.
    #[track_caller]
    pub fn all(&self, predicate: bool) -> bool
    where
        P: WarpLevel,
    {
        self.vote("all", predicate).count == P::THREADS
    }

    /// The threads in which `predicate` holds: bit `i` stands for thread `i` of the task.
    #[track_caller]
    pub fn ballot(&self, predicate: bool) -> u32
    where
        P: WarpLevel,
    {
        self.vote("ballot", predicate).mask
    }

    /// The sum of `value` over the threads, wrapping for integers, in the order that [`Reduce`] defines.
    #[track_caller]
    pub fn reduce_add<T: Reduce>(&self, value: T) -> T
    where
        P: WarpLevel,
    {
        self.reduce("reduce_add", value, T::add)
    }

    /// The least `value` of the threads.
    #[track_caller]
    pub fn reduce_min<T: Reduce>(&self, value: T) -> T
    where
        P: WarpLevel,
    {
        self.reduce("reduce_min", value, T::least)
    }

    /// The greatest `value` of the threads.
    #[track_caller]
    pub fn reduce_max<T: Reduce>(&self, value: T) -> T
    where
        P: WarpLevel,
    {
        self.reduce("reduce_max", value, T::greatest)
    }
}

/// Numbers that a warp can reduce: `u32`, `i32`, `u64`, `i64`, `f32`, `f64`.
///
/// The values are combined in the order of the threads, `((v[0] ∘ v[1]) ∘ v[2]) ∘ …`, on the CPU and on the GPU, so that
/// floating point agrees.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be reduced",
    note = "reductions exist for u32, i32, u64, i64, f32 and f64; reduce the fields of a struct one by one"
)]
pub trait Reduce: DeviceType + Copy {
    #[doc(hidden)]
    fn add(self, other: Self) -> Self;
    #[doc(hidden)]
    fn least(self, other: Self) -> Self;
    #[doc(hidden)]
    fn greatest(self, other: Self) -> Self;
}

macro_rules! reduce {
    ($($type:ty: $add:expr),* $(,)?) => {$(
        impl Reduce for $type {
            fn add(self, other: Self) -> Self {
                let add: fn(Self, Self) -> Self = $add;
                add(self, other)
            }

            fn least(self, other: Self) -> Self {
                self.min(other)
            }

            fn greatest(self, other: Self) -> Self {
                self.max(other)
            }
        }
    )*};
}

reduce! {
    u32: u32::wrapping_add, i32: i32::wrapping_add, u64: u64::wrapping_add, i64: i64::wrapping_add,
    f32: |a, b| a + b, f64: |a, b| a + b,
}

/// A thread's part in a vote.
struct Vote {
    predicate: bool,
    count: u32,
    mask: u32,
}

/// A thread's part in a shuffle.
struct Shuffle<T> {
    value: T,
    source: u32,
    result: T,
}

/// A thread's part in a reduction.
struct Reduction<T> {
    value: T,
    combine: fn(T, T) -> T,
}

impl<P: Procedure> Context<'_, P> {
    #[track_caller]
    fn vote(&self, operation: &'static str, predicate: bool) -> Vote {
        let vote = Vote { predicate, count: predicate.into(), mask: u32::from(predicate) << (self.thread % 32) };
        self.task.meet(self.thread, operation, vote, |votes| {
            let (mut count, mut mask) = (0, 0_u32);
            for thread in 0..votes.len() {
                let predicate = u32::from(votes.of(thread).predicate);
                count += predicate;
                mask |= predicate.checked_shl(thread as u32).unwrap_or(0);
            }
            for thread in 0..votes.len() {
                (votes.of(thread).count, votes.of(thread).mask) = (count, mask);
            }
        })
    }

    #[track_caller]
    fn exchange<T: DeviceType + Copy>(&self, operation: &'static str, value: T, source: u32) -> T {
        let shuffle = Shuffle { value, source, result: value };
        let exchange = |shuffles: &mut Parts<'_, Shuffle<T>>| {
            for thread in 0..shuffles.len() {
                let source = shuffles.of(thread).source as usize;
                if source < shuffles.len() {
                    shuffles.of(thread).result = shuffles.of(source).value;
                }
            }
        };
        self.task.meet(self.thread, operation, shuffle, exchange).result
    }

    #[track_caller]
    fn reduce<T: Reduce>(&self, operation: &'static str, value: T, combine: fn(T, T) -> T) -> T {
        let reduce = |values: &mut Parts<'_, Reduction<T>>| {
            let combine = values.of(0).combine;
            let mut result = values.of(0).value;
            for thread in 1..values.len() {
                result = combine(result, values.of(thread).value);
            }
            for thread in 0..values.len() {
                values.of(thread).value = result;
            }
        };
        self.task.meet(self.thread, operation, Reduction { value, combine }, reduce).value
    }
}
