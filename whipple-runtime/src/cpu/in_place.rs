//! Children that run in the place of their parent: the worker calls their bodies one after the other where it forks, and the continuation behind
//! them. What waits lies on the stack, in a [`Frame`]: no record, no queue, no atomic operation.
//!
//! It goes on until others need work, the run stops, or the stack is used up. Then all that waits on the stack [moves](Waiting::away) to records,
//! the oldest first, and children that have not begun go to queues. So who starves gets the oldest, which stand for the most work.

use super::{
    pool::{Demand, Pool},
    queue::Queues,
    task::Task,
};
use crate::{
    context::Context,
    control::RunControl,
    join::{ContinuationItem, Fork, OutputsOf, ReturnTo},
    procedure::Execute,
};
use std::{
    cell::{Cell, UnsafeCell},
    mem::MaybeUninit,
};

/// Children that run in place in one batch, before the worker looks after its other duties.
const MOST: u32 = 1 << 14;
/// Stack for what waits, in bytes, beside that of a task.
pub(super) const ROOM: usize = 1 << 20;

/// What a worker needs to run children in place. It lives as long as the worker runs.
pub(super) struct InPlace {
    /// The procedures themselves.
    instances: *const [*const ()],
    pool: *const Pool,
    control: *const RunControl,
    /// The lowest address where a child may begin.
    floor: Cell<usize>,
    /// How many more may begin in this batch.
    left: Cell<u32>,
    /// Those that have begun in this batch, by procedure.
    begun: Box<[Cell<u64>]>,
    /// The procedure whose body runs.
    running: Cell<usize>,
}

impl InPlace {
    /// # Safety
    /// What it is given lives longer than it does; the instances are those of a program's procedures, in their order.
    pub(super) unsafe fn new(instances: &[*const ()], pool: &Pool, control: &RunControl) -> Self {
        let begun = instances.iter().map(|_| Cell::new(0)).collect();
        let (floor, left, running) = (Cell::new(usize::MAX), Cell::new(0), Cell::new(0));
        Self { instances, pool, control, floor, left, begun, running }
    }

    /// A batch begins, on a stack whose part below `floor` is for a single task.
    pub(super) fn begin(&self, floor: usize) {
        self.floor.set(floor);
        self.left.set(MOST);
    }

    /// The body of a task from a queue begins.
    pub(super) fn runs(&self, procedure: usize) {
        self.running.set(procedure);
    }

    /// The procedure whose body ran last, or was left by a panic.
    pub(super) fn running(&self) -> usize {
        self.running.get()
    }

    /// How many children of each procedure have begun in place, since the last call.
    pub(super) fn take_begun(&self) -> impl Iterator<Item = u64> {
        self.begun.iter().map(Cell::take)
    }

    #[inline]
    fn may_begin(&self) -> bool {
        let here = 0_u8;
        let left = self.left.get();
        // SAFETY: `new`'s contract.
        let (pool, control) = unsafe { (&*self.pool, &*self.control) };
        if left == 0
            || (&raw const here).addr() < self.floor.get()
            || !matches!(pool.demand(), Demand::None)
            || control.stop().is_some()
        {
            return false;
        }
        self.left.set(left - 1);
        true
    }
}

/// A fork whose children run in place, whatever their types are.
pub struct Waiting {
    /// Its [`Frame`].
    frame: Cell<*const ()>,
    /// Its record, and where the outputs lie in it, once it has moved there.
    record: Cell<Option<(u32, usize)>>,
    /// Children that have begun. All but the last of them have finished.
    begun: Cell<usize>,
    /// Where their outputs lie.
    outputs: *mut u8,
    /// Moves it to a record.
    move_away: unsafe fn(*const (), &Task),
}

impl Waiting {
    /// A child begins, whose output lies so many bytes behind the first: gives its destination.
    pub(crate) fn begin(&self, offset: usize) -> Destination<'_> {
        self.begun.set(self.begun.get() + 1);
        // The outputs of a fork are at most a few KiB.
        Destination { waiting: Some(self), to: ReturnTo { record: 0, offset: offset as u32 } }
    }

    /// Whether it is still on the stack, after a child has ended.
    pub(crate) fn goes_on(&self) -> bool {
        self.record.get().is_none()
    }

    /// Its record, to which it moves if it has not: those of what waits for it first.
    fn away(&self, task: &Task) -> (u32, usize) {
        loop {
            match self.record.get() {
                Some(record) => return record,
                // SAFETY: `fork` has made both for each other, and the frame lives: children run while it does.
                None => unsafe { (self.move_away)(self.frame.get(), task) },
            }
        }
    }
}

/// Where the output of a task goes.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'s> {
    /// The fork that it is a child of, if it runs in place.
    waiting: Option<&'s Waiting>,
    /// The destination in a record; of a task in place, how far its output lies behind the first.
    to: ReturnTo,
}

impl<'s> Destination<'s> {
    /// That of a task from a queue.
    pub(crate) fn queued(to: ReturnTo) -> Self {
        Self { waiting: None, to }
    }

    /// Where the output lies, if what waits for it is still on the stack.
    #[inline]
    pub(crate) fn in_place(&self) -> Option<*mut u8> {
        let waiting = self.waiting.filter(|waiting| waiting.record.get().is_none())?;
        Some(waiting.outputs.wrapping_add(self.to.offset as usize))
    }

    /// The destination in a record. What waits on the stack moves there.
    #[inline]
    pub(crate) fn in_record(&self, task: &Task) -> ReturnTo {
        let Some(waiting) = self.waiting else { return self.to };
        let (record, outputs) = waiting.away(task);
        ReturnTo { record, offset: outputs as u32 + self.to.offset }
    }
}

/// A fork on the stack of the worker that runs its children.
struct Frame<'s, F, C>
where
    F: Fork,
    C: Execute<Item: ContinuationItem>,
{
    waiting: Waiting,
    items: F::Items,
    state: <C::Item as ContinuationItem>::State,
    to: Destination<'s>,
}

/// Runs the children of a fork, and the continuation, in place; where others need work meanwhile, what has not begun goes to queues.
#[inline]
#[track_caller]
pub(crate) fn fork<F, C>(task: &Task, items: F::Items, state: <C::Item as ContinuationItem>::State, to: Destination<'_>)
where
    F: Fork,
    C: Execute,
    C::Item: ContinuationItem<Outputs: OutputsOf<F::Outputs>>,
{
    let outputs = UnsafeCell::new(MaybeUninit::<F::Outputs>::uninit());
    let waiting = Waiting {
        frame: Cell::new(std::ptr::null()),
        record: Cell::new(None),
        begun: Cell::new(0),
        outputs: outputs.get().cast(),
        move_away: move_away::<F, C>,
    };
    let frame = Frame::<F, C> { waiting, items, state, to };
    frame.waiting.frame.set((&raw const frame).cast());
    let lost = Lost { waiting: &frame.waiting, task, lose: lose::<C> };
    let all_ended = F::run_in_place(&frame.items, task, &frame.waiting);
    std::mem::forget(lost);
    if !all_ended {
        return;
    }
    let mut item = MaybeUninit::<C::Item>::uninit();
    // SAFETY: the state lies at the start of the item, and the outputs at their place, which has their type (`OutputsOf`). All children have
    // finished in place, so that all outputs are there.
    let item = unsafe {
        let start = item.as_mut_ptr().cast::<u8>();
        start.cast::<<C::Item as ContinuationItem>::State>().write(frame.state);
        start.add(C::Item::OUTPUTS).cast::<F::Outputs>().copy_from_nonoverlapping(outputs.get().cast(), 1);
        item.assume_init()
    };
    task.run_in_place::<C>(&item, to);
}

/// Moves a fork to a record, and the children that have not begun to queues.
///
/// # Safety
/// `frame` points to a live `Frame<F, C>`.
unsafe fn move_away<F, C>(frame: *const (), task: &Task)
where
    F: Fork,
    C: Execute<Item: ContinuationItem>,
{
    // SAFETY: the caller's contract.
    let frame = unsafe { &*frame.cast::<Frame<'_, F, C>>() };
    let waiting = &frame.waiting;
    let to = frame.to.in_record(task);
    let begun = waiting.begun.get();
    let (record, outputs) = task.wait_for::<C>(F::COUNT + 1 - begun as u32, frame.state, to);
    // SAFETY: the outputs of a fork have as many bytes in both places. Those that are not there yet are copied as bytes without values.
    unsafe { task.fill(record, outputs, waiting.outputs.cast_const().cast(), size_of::<F::Outputs>()) };
    waiting.record.set(Some((record, outputs)));
    F::spawn(frame.items, begun, task, record, outputs);
}

/// Tells of a fork that a panic leaves behind on the stack.
struct Lost<'s> {
    waiting: &'s Waiting,
    task: &'s Task,
    lose: fn(&Task),
}

impl Drop for Lost<'_> {
    fn drop(&mut self) {
        if self.waiting.record.get().is_none() {
            (self.lose)(self.task);
        }
    }
}

fn lose<C: Execute>(task: &Task) {
    task.lose::<C>();
}

impl Task {
    /// Whether the children of a fork may run in place now.
    #[inline]
    pub(crate) fn may_fork_in_place(&self) -> bool {
        self.queues().in_place().is_some_and(InPlace::may_begin)
    }

    /// Runs a task of `Q` in the place of the one that runs.
    #[inline]
    #[track_caller]
    pub(crate) fn run_in_place<Q: Execute>(&self, item: &Q::Item, to: Destination<'_>) {
        let queues: &Queues = self.queues();
        let procedure = queues.index_of::<Q>();
        let Some(in_place) = queues.in_place() else { unreachable!("a fork is in place where that is possible") };
        in_place.begun[procedure].set(in_place.begun[procedure].get() + 1);
        let before = in_place.running.replace(procedure);
        // SAFETY: `InPlace::new`'s contract: the instance of the procedure of this index, which is a `Q`.
        let instance = unsafe { &*(&(*in_place.instances))[procedure].cast::<Q>() };
        let context = Context::<Q>::in_place(self, to);
        instance.execute(&context, item);
        context.check_end();
        in_place.running.set(before);
    }
}
