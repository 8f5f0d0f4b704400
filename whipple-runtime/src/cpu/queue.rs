//! Queues of work items: one per procedure and worker, newest first for the worker, in rounds; oldest first for others.

use super::{
    in_place::InPlace,
    items::{Items, QueueMemory},
    join::{FreeRecords, Records},
    lanes::Abandoned,
    overflow::Indivisible,
    panic,
};
use crate::{join::Queued, procedure::Execute, program::ProcedureInfo};
use std::{
    alloc::Layout,
    any::TypeId,
    cell::{Cell, UnsafeCell},
    sync::{
        Arc,
        atomic::{AtomicPtr, Ordering::Relaxed},
    },
};

/// The most tasks of a round: as many as a worker block of a GPU has threads.
const ROUND_TASKS: usize = 256;
/// The most bytes of the items of a round.
const ROUND_BYTES: usize = 64 << 10;

/// Which items a worker takes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// In rounds: the newest items, so many at most, from the oldest of them to the newest.
    Rounds,
    /// In rounds of the oldest items.
    Oldest,
    /// The newest.
    Newest,
}

/// The queue of a procedure, and the round that goes on. What tasks spawn waits for the next round.
pub(super) struct Queue {
    waiting: Items,
    round: Items,
    /// The most items of a round.
    most: usize,
    /// Whether a round is of the oldest items.
    is_oldest_first: bool,
    longest: usize,
}

impl Queue {
    fn new(item: Layout, memory: &Arc<QueueMemory>, order: Order) -> Self {
        let items = || Items::new(item, memory.clone());
        let most = match order {
            Order::Rounds | Order::Oldest => (ROUND_BYTES / item.size().max(1)).clamp(1, ROUND_TASKS),
            Order::Newest => 1,
        };
        let is_oldest_first = order == Order::Oldest;
        Self { waiting: items(), round: items(), most, is_oldest_first, longest: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + self.round.len()
    }

    /// The longest that the queue was since the last call.
    pub(super) fn take_longest(&mut self) -> usize {
        std::mem::take(&mut self.longest).max(self.len())
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.round.clear();
    }

    /// Room for one more item, which counts from now on; `None` when the memory is used up.
    #[inline]
    fn extend_by_one(&mut self) -> Option<*mut u8> {
        self.waiting.extend_by_one()
    }

    /// Appends `count` items; `false` when the memory is used up.
    ///
    /// # Safety
    /// `items` is valid for reads of `count` items.
    pub(super) unsafe fn append(&mut self, items: *const u8, count: usize) -> bool {
        // SAFETY: by the contract.
        unsafe { self.waiting.append(items, count) }
    }

    /// Copies the items that run next to `to`, at most `most`. Gives how many, and whether they are in a round. Each of those
    /// [leaves](Self::leave_round) the round when it runs. One that is in no round is removed here.
    ///
    /// # Safety
    /// The queue is not empty, and `to` is valid for writes of `most` items.
    #[inline]
    pub(super) unsafe fn next(&mut self, to: *mut u8, most: usize) -> (usize, bool) {
        if self.round.len() == 0 {
            // Where memory is scarce, the newest items alone: a round makes as many more as its tasks spawn.
            let is_scarce = self.waiting.memory.is_scarce();
            let count = if is_scarce { 1 } else { self.most.min(self.waiting.len()) };
            let is_alone = count == 1 && (is_scarce || !self.is_oldest_first);
            if is_alone || !self.waiting.move_to(&mut self.round, count, self.is_oldest_first) {
                self.longest = self.longest.max(self.len());
                // SAFETY: by the contract.
                unsafe { self.waiting.pop(to) };
                return (1, false);
            }
        }
        // SAFETY: `to` by the contract.
        (unsafe { self.round.copy_oldest(to, most) }, true)
    }

    /// The next item of the round runs.
    #[inline]
    pub(super) fn leave_round(&mut self) {
        self.longest = self.longest.max(self.len());
        self.round.drop_oldest();
    }

    /// Copies the item that runs next to `to` and removes it.
    ///
    /// # Safety
    /// The queue is not empty, and `to` is valid for writes of an item.
    #[inline]
    pub(super) unsafe fn pop(&mut self, to: *mut u8) {
        // SAFETY: by the contract.
        if let (_, true) = unsafe { self.next(to, 1) } {
            self.leave_round();
        }
    }

    /// Has the item at `index` run next, from the oldest one. No round is begun.
    pub(super) fn make_newest(&mut self, index: usize) {
        self.waiting.make_newest(index);
    }

    /// Removes the `count` oldest items, at most all that are in no round; of a round alone, if nothing else is left. `None` when the memory is
    /// used up.
    pub(super) fn take_oldest(&mut self, count: usize) -> Option<Items> {
        self.longest = self.longest.max(self.len());
        if self.waiting.len() > 0 { self.waiting.take_oldest(count) } else { self.round.take_oldest(count) }
    }

    /// Adds items. The queue must be empty.
    pub(super) fn receive(&mut self, items: Items) {
        assert!(self.len() == 0);
        self.waiting.receive(items);
    }

    /// Gives back what is not used.
    fn trim(&mut self) {
        self.waiting.trim();
        self.round.trim();
    }
}

/// A worker's queues, one per procedure of the program, and their part in a spawn.
pub(super) struct Queues {
    queues: Box<[UnsafeCell<Queue>]>,
    /// The procedures' types, to find the queue of a spawned procedure.
    types: Box<[TypeId]>,
    /// The procedure whose queue could not grow.
    full: Cell<Option<usize>>,
    /// Of joins.
    records: FreeRecords,
    /// What the worker needs to run children in place, while it may; else null. Its own thread alone looks there.
    in_place: AtomicPtr<InPlace>,
}

impl Queues {
    pub(super) fn new(
        procedures: &[ProcedureInfo],
        memory: &Arc<QueueMemory>,
        records: &Arc<Records>,
        order: Order,
    ) -> Self {
        let queue = |info: &ProcedureInfo| {
            let item = Layout::from_size_align(info.item_size, info.item_align).expect("the layout of a type");
            UnsafeCell::new(Queue::new(item, memory, order))
        };
        Self {
            queues: procedures.iter().map(queue).collect(),
            types: procedures.iter().map(|info| info.id).collect(),
            full: Cell::new(None),
            records: FreeRecords::new(records),
            in_place: AtomicPtr::default(),
        }
    }

    /// The worker's part in the records of joins.
    #[inline]
    pub(super) fn records(&self) -> &FreeRecords {
        &self.records
    }

    /// What the worker needs to run children in place, while it may.
    #[inline]
    pub(super) fn in_place(&self) -> Option<&InPlace> {
        // SAFETY: `run_in_place`'s contract.
        unsafe { self.in_place.load(Relaxed).as_ref() }
    }

    /// Has children run in place from now on, or no more.
    ///
    /// # Safety
    /// What it is given lives until the next call.
    pub(super) unsafe fn run_in_place(&self, in_place: Option<&InPlace>) {
        self.in_place.store(in_place.map_or(std::ptr::null_mut(), |it| std::ptr::from_ref(it).cast_mut()), Relaxed);
    }

    /// The index of `Q` among the procedures.
    #[inline]
    #[track_caller]
    pub(super) fn index_of<Q: Execute>(&self) -> usize {
        let Some(procedure) = self.types.iter().position(|&id| id == TypeId::of::<Q>()) else {
            panic!("`{}` is spawned, but is not a procedure of this program: add a field of that type to it", Q::NAME);
        };
        procedure
    }

    /// Number of procedures.
    pub(super) fn count(&self) -> usize {
        self.queues.len()
    }

    /// Items of a procedure.
    #[inline]
    pub(super) fn len(&self, procedure: usize) -> usize {
        // SAFETY: as in `with`.
        unsafe { &*self.queues[procedure].get() }.len()
    }

    /// Items of all procedures.
    pub(super) fn total(&self) -> usize {
        (0..self.count()).map(|procedure| self.len(procedure)).sum()
    }

    /// Accesses a queue. `access` must not call back into these queues.
    #[inline]
    pub(super) fn with<R>(&self, procedure: usize, access: impl FnOnce(&mut Queue) -> R) -> R {
        // SAFETY: `Queues` is not `Sync`, and no access calls another, so this is the only reference.
        access(unsafe { &mut *self.queues[procedure].get() })
    }

    /// The procedure whose queue could not grow, since the last call.
    pub(super) fn take_full(&self) -> Option<usize> {
        self.full.take()
    }

    /// Adds a task of `Q`.
    #[inline]
    #[track_caller]
    pub(super) fn push<Q: Execute>(&self, item: Queued<Q>) {
        let procedure = self.index_of::<Q>();
        let slot = match self.with(procedure, Queue::extend_by_one) {
            Some(slot) => slot,
            None => self.push_to_full(procedure),
        };
        // SAFETY: the queue of `Q` has slots of the size and alignment of `Queued<Q>`; this one is new.
        unsafe { slot.cast::<Queued<Q>>().write(item) };
    }

    /// Gives back the memory that the queues do not use.
    pub(super) fn trim(&self) {
        for procedure in 0..self.count() {
            self.with(procedure, Queue::trim);
        }
    }

    /// Makes room by taking it from the other queues, or abandons the task.
    #[cold]
    fn push_to_full(&self, procedure: usize) -> *mut u8 {
        let allocating = Indivisible::enter();
        self.trim();
        match self.with(procedure, Queue::extend_by_one) {
            Some(slot) => slot,
            None => {
                drop(allocating);
                let limit = self.with(procedure, |queue| queue.waiting.memory.limit());
                panic::check_unwinding(|| {
                    format!("the queues have no memory left, of {limit} bytes: raise `Options::queue_memory`")
                });
                self.full.set(Some(procedure));
                std::panic::resume_unwind(Box::new(Abandoned))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Layout, Order, Queue, QueueMemory};

    fn queue(order: Order, limit: usize) -> Queue {
        Queue::new(Layout::new::<u32>(), &Arc::new(QueueMemory::new(limit)), order)
    }

    fn push(queue: &mut Queue, numbers: impl Iterator<Item = u32>) {
        // SAFETY: an item is an `u32`.
        numbers.for_each(|number| assert!(unsafe { queue.append(std::ptr::from_ref(&number).cast(), 1) }));
    }

    fn pop(queue: &mut Queue, count: usize) -> Vec<u32> {
        let one = |_| {
            let mut number = 0_u32;
            assert!(queue.len() > 0);
            // SAFETY: the queue is not empty, and an item is an `u32`.
            unsafe { queue.pop(std::ptr::from_mut(&mut number).cast()) };
            number
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn rounds_run_the_newest_items_from_the_oldest_on() {
        let mut queue = queue(Order::Rounds, 1 << 20);
        push(&mut queue, 0..600);
        assert_eq!(pop(&mut queue, 200), (344..544).collect::<Vec<_>>());
        // Spawned in the round: the next one begins with them.
        push(&mut queue, 1000..1003);
        assert_eq!(queue.len(), 403);
        assert_eq!(pop(&mut queue, 56), (544..600).collect::<Vec<_>>());
        assert_eq!(pop(&mut queue, 256), (91..344).chain(1000..1003).collect::<Vec<_>>());
        assert_eq!(pop(&mut queue, 91), (0..91).collect::<Vec<_>>());
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn rounds_of_the_oldest_items_are_first_in_first_out() {
        let mut queue = queue(Order::Oldest, 1 << 20);
        push(&mut queue, 0..600);
        assert_eq!(pop(&mut queue, 100), (0..100).collect::<Vec<_>>());
        push(&mut queue, 600..603);
        assert_eq!(pop(&mut queue, 503), (100..603).collect::<Vec<_>>());
        // Also where a round is of one item.
        push(&mut queue, 0..1);
        assert_eq!(pop(&mut queue, 1), [0]);
        push(&mut queue, 1..3);
        assert_eq!(pop(&mut queue, 2), [1, 2]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn others_get_the_oldest_items() {
        let (mut queue, mut other) = (queue(Order::Rounds, 1 << 20), queue(Order::Rounds, 1 << 20));
        push(&mut queue, 0..300);
        assert_eq!(pop(&mut queue, 1), [44]);
        other.receive(queue.take_oldest(10).expect("there is memory"));
        assert_eq!(pop(&mut other, 10), (0..10).collect::<Vec<_>>());
        // Where a round alone is left, it gives the oldest of that.
        assert_eq!(pop(&mut queue, 255), (45..300).collect::<Vec<_>>());
        assert_eq!(pop(&mut queue, 1), [10]);
        other.receive(queue.take_oldest(2).expect("there is memory"));
        assert_eq!(pop(&mut other, 2), [11, 12]);
        assert_eq!(queue.len(), 31);
    }

    #[test]
    fn the_newest_item_comes_first_where_memory_is_scarce_or_the_order_asks_for_it() {
        for (order, limit) in [(Order::Newest, 1 << 20), (Order::Rounds, 4096), (Order::Oldest, 4096)] {
            let mut queue = queue(order, limit);
            push(&mut queue, 0..600);
            assert_eq!(pop(&mut queue, 2), [599, 598]);
        }
    }
}
