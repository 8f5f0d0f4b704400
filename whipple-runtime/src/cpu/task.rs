//! A task as its threads see it: where spawned items go, shared memory, and meeting the other threads.

use super::{
    join::Ended,
    lanes::{Abandoned, Job, Pause, Resume},
    queue::Queues,
};
use crate::{
    join::{Carried, ContinuationItem, Gathered, OptionalOutput, ReturnTo, TaskOutput},
    procedure::Execute,
};
use corosensei::Yielder;
use std::{any::TypeId, cell::Cell, marker::PhantomData, mem::MaybeUninit, panic::Location};

/// A task of the CPU executor, seen from one of the coroutines that run its threads.
pub struct Task {
    queues: *const Queues,
    /// Null where one thread runs, or all run in loops.
    job: *const Job,
    yielder: *const Yielder<Resume, Pause>,
    /// The task's shared memory; null where its procedure has one thread.
    shared: *mut u8,
    /// Of a task whose threads run in loops: the one that runs, or that has panicked.
    current: Cell<u32>,
    /// Of the same: what is counted when all threads have ended, once the first has said it.
    finished: Cell<Option<Ended>>,
}

/// What a thread waits for: all threads of its task in the same operation.
pub(super) struct Wait {
    pub(super) thread: u32,
    pub(super) operation: &'static str,
    pub(super) location: &'static Location<'static>,
    /// The type of the slot.
    pub(super) slot_type: TypeId,
    /// The thread's part in the operation, on its stack.
    pub(super) slot: *mut (),
    /// Computes the results of all threads from their slots; `None` for a plain barrier.
    pub(super) complete: Option<unsafe fn(&[*mut ()])>,
}

impl Wait {
    /// Whether two threads wait for the same thing.
    pub(super) fn matches(&self, other: &Self) -> bool {
        // One place in the source usually has one address; the comparison by content is for when it has not.
        let here = std::ptr::eq(self.location, other.location) || self.location == other.location;
        let named = std::ptr::eq(self.operation, other.operation) || self.operation == other.operation;
        here && named && self.slot_type == other.slot_type
    }
}

/// A thread's part in an operation: what `slot` of its [`Wait`] points to.
struct ThreadPart<S> {
    value: S,
    complete: fn(&mut Parts<'_, S>),
}

/// The parts of all threads of a task in one operation, in thread order.
pub(crate) struct Parts<'a, S> {
    slots: &'a [*mut ()],
    types: PhantomData<&'a mut S>,
}

impl<S> Parts<'_, S> {
    /// Number of threads.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The part of a thread.
    pub(crate) fn of(&mut self, thread: usize) -> &mut S {
        // SAFETY: `complete`'s contract: the pointer is to a live `ThreadPart<S>` that nothing else accesses; `&mut self`
        // lends one at a time.
        unsafe { &mut (*self.slots[thread].cast::<ThreadPart<S>>()).value }
    }
}

/// Has the operation work on the parts of all threads.
///
/// # Safety
/// Each slot points to a live `ThreadPart<S>` that nothing else accesses during the call. There is at least one.
unsafe fn complete<S>(slots: &[*mut ()]) {
    // SAFETY: the caller's contract.
    let complete = unsafe { (*slots[0].cast::<ThreadPart<S>>()).complete };
    complete(&mut Parts { slots, types: PhantomData });
}

impl Task {
    /// A task of one thread, or one whose threads run in loops and have this shared memory.
    pub(super) fn plain(queues: &Queues, shared: *mut u8) -> Self {
        let (current, finished) = (Cell::new(0), Cell::new(None));
        Self { queues, job: std::ptr::null(), yielder: std::ptr::null(), shared, current, finished }
    }

    /// A task of several threads, seen from one coroutine.
    ///
    /// # Safety
    /// `job` must outlive the task.
    pub(super) unsafe fn of_job(job: *const Job, yielder: &Yielder<Resume, Pause>) -> Self {
        // SAFETY: the caller's contract.
        let (queues, shared) = unsafe { ((*job).queues, (*job).shared) };
        Self { queues, job, yielder, shared, current: Cell::new(0), finished: Cell::new(None) }
    }

    /// Queues an item.
    #[inline]
    #[track_caller]
    pub(crate) fn spawn<Q: Execute>(&self, item: Q::Item, to: ReturnTo) {
        self.queues().push::<Q>(Carried { item, to: Q::Output::carried(to) });
    }

    /// A record of a continuation of `C` that waits for so many children. Gives its number, and where their outputs lie in it.
    #[track_caller]
    pub(crate) fn wait_for<C>(
        &self,
        children: u32,
        state: <C::Item as ContinuationItem>::State,
        to: ReturnTo,
    ) -> (u32, usize)
    where
        C: Execute<Item: ContinuationItem>,
    {
        self.queues().records().wait_for::<C>(children, state, to)
    }

    /// Copies the outputs of children that have finished to their place in a record.
    ///
    /// # Safety
    /// The record is this thread's, and has so many bytes of outputs there; `from` is valid for reads of them.
    pub(super) unsafe fn fill(&self, record: u32, outputs: usize, from: *const MaybeUninit<u8>, bytes: usize) {
        // SAFETY: the caller's contract.
        unsafe { self.queues().records().fill(record, outputs, from, bytes) };
    }

    /// A continuation of `C` never runs, because of a panic.
    #[cold]
    pub(super) fn lose<C: Execute>(&self) {
        self.queues().records().lose(self.queues().index_of::<C>());
    }

    /// Makes zeros of what a continuation is given, of this type and at this place of its record.
    pub(crate) fn clear<O: Gathered>(&self, record: u32, outputs: usize) {
        self.queues().records().clear::<O>(record, outputs);
    }

    /// The body of the first thread of a task has ended that has opened a join of so many children. `count`: where their number is wanted.
    pub(crate) fn close(&self, record: u32, children: u32, count: Option<usize>, is_single: bool) {
        if let Some(place) = count {
            self.queues().records().set(record, place, children);
        }
        self.end(Ended::opener(record, children), is_single);
    }

    /// A task that finishes with a sum gives its own part of it. Gives where its children add theirs.
    pub(crate) fn begin_sum<O: TaskOutput>(&self, to: ReturnTo, own: O) -> ReturnTo {
        self.queues().records().begin_sum(to, own)
    }

    /// A child will add its output there.
    pub(crate) fn expect_one(&self, to: ReturnTo) {
        self.queues().records().expect_one(to);
    }

    /// The body of the first thread of a task has ended that finishes with a sum.
    pub(crate) fn close_sum(&self, to: ReturnTo, is_single: bool) {
        self.end(Ended::child(to), is_single);
    }

    /// Gives the task's output to whoever waits for it.
    pub(crate) fn finish<O: TaskOutput>(&self, to: ReturnTo, output: O, is_single: bool) {
        self.queues().records().give(to, output);
        self.end(Ended::child(to), is_single);
    }

    /// The task has finished; one of several threads, when all of them have ended.
    fn end(&self, ended: Ended, is_single: bool) {
        if is_single {
            self.count(ended);
        } else if self.job.is_null() {
            self.finished.set(Some(ended));
        } else {
            // SAFETY: the job outlives the task (`of_job`).
            unsafe { &*self.job }.finished.set(Some(ended));
        }
    }

    /// All threads have ended, which ran in loops.
    pub(super) fn all_ended(&self) {
        if let Some(ended) = self.finished.take() {
            self.count(ended);
        }
    }

    /// The thread that runs, or that has panicked, where threads run in loops; else the first.
    pub(super) fn current(&self) -> &Cell<u32> {
        &self.current
    }

    /// Tells who waits for it that a task has finished.
    pub(super) fn count(&self, ended: Ended) {
        self.queues().records().count(self, ended);
    }

    #[inline]
    pub(super) fn queues(&self) -> &Queues {
        // SAFETY: the worker keeps its queues alive while it runs a task, and only this OS thread uses them.
        unsafe { &*self.queues }
    }

    /// The task's shared memory.
    ///
    /// # Safety
    /// `S` is the `Shared` type of the task's procedure, which has level 0 or 1.
    #[inline]
    pub(crate) unsafe fn shared<S>(&self) -> &S {
        // SAFETY: at levels 0 and 1 the task has shared memory (`plain`, `of_job`), which is large enough and aligned for the
        // procedure's `Shared`, zeroed, and outlives it.
        unsafe { &*self.shared.cast::<S>() }
    }

    /// Makes zeros of the task's shared memory.
    ///
    /// # Safety
    /// As for [`shared`](Self::shared), and nothing refers to it.
    #[inline]
    pub(crate) unsafe fn clear_shared<S>(&self) {
        // SAFETY: the caller's contract.
        unsafe { self.shared.cast::<S>().write_bytes(0, 1) };
    }

    /// Waits for all threads of the task.
    #[inline]
    #[track_caller]
    pub(crate) fn wait(&self, thread: u32, operation: &'static str) {
        self.block(&Wait {
            thread,
            operation,
            location: Location::caller(),
            slot_type: TypeId::of::<()>(),
            slot: std::ptr::null_mut(),
            complete: None,
        });
    }

    /// Waits for all threads of the task, then has `operation` work on the parts of all, and returns this thread's.
    #[track_caller]
    pub(crate) fn meet<S: 'static>(
        &self,
        thread: u32,
        name: &'static str,
        value: S,
        operation: fn(&mut Parts<'_, S>),
    ) -> S {
        let mut part = ThreadPart { value, complete: operation };
        self.block(&Wait {
            thread,
            operation: name,
            location: Location::caller(),
            slot_type: TypeId::of::<S>(),
            slot: (&raw mut part).cast(),
            complete: Some(complete::<S>),
        });
        part.value
    }

    fn block(&self, wait: &Wait) {
        assert!(!self.job.is_null(), "the threads of this task run in loops, which `{}` would leave", wait.operation);
        // SAFETY: so it was made by `of_job`, and has a job and a yielder, which outlive it.
        let (job, yielder) = unsafe { (&*self.job, &*self.yielder) };
        // A destructor that waits while its thread unwinds must not switch away.
        if job.is_stopped() || std::thread::panicking() {
            return;
        }
        match yielder.suspend(Pause::Waiting(wait)) {
            Resume::Continue => {}
            _ => std::panic::resume_unwind(Box::new(Abandoned)),
        }
    }
}
