//! Queues of work items: one per procedure and worker, newest first for the worker, oldest first for others.

use super::{
    join::{FreeRecords, Records},
    lanes::Abandoned,
    overflow::Indivisible,
    panic,
};
use crate::{join::Queued, procedure::Execute, program::ProcedureInfo};
use std::{
    alloc::{Layout, alloc, dealloc, realloc},
    any::TypeId,
    cell::{Cell, UnsafeCell},
    mem::MaybeUninit,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// The memory that all queues of an engine use, and may use, in bytes.
pub(super) struct QueueMemory {
    limit: usize,
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl QueueMemory {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, used: AtomicUsize::new(0), peak: AtomicUsize::new(0) }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    pub(super) fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// Takes `bytes` from what is left; `false` if they are not left.
    fn take(&self, bytes: usize) -> bool {
        let fits = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        match self.used.fetch_update(Relaxed, Relaxed, fits) {
            Ok(used) => {
                self.peak.fetch_max(used + bytes, Relaxed);
                true
            }
            Err(_) => false,
        }
    }

    fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Relaxed);
    }
}

/// A queue of items of one size. Items `head..tail` of the allocation are live.
pub(super) struct Queue {
    data: *mut u8,
    /// Of one item. Its size may be 0.
    item: Layout,
    head: usize,
    tail: usize,
    capacity: usize,
    longest: usize,
    memory: Arc<QueueMemory>,
}

// SAFETY: a queue owns its allocation, and holds work items, which are `Send`.
unsafe impl Send for Queue {}

impl Queue {
    pub(super) fn new(item: Layout, memory: Arc<QueueMemory>) -> Self {
        // An item without size needs no allocation: any aligned address holds it.
        let capacity = if item.size() == 0 { usize::MAX } else { 0 };
        let data = std::ptr::without_provenance_mut(item.align());
        Self { data, item, head: 0, tail: 0, capacity, longest: 0, memory }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.tail - self.head
    }

    /// The longest that the queue was since the last call.
    pub(super) fn take_longest(&mut self) -> usize {
        std::mem::take(&mut self.longest).max(self.len())
    }

    pub(super) fn clear(&mut self) {
        (self.head, self.tail) = (0, 0);
    }

    /// Room for one more item at the newest end, which counts from now on; `None` when the memory is used up.
    #[inline]
    fn extend_by_one(&mut self) -> Option<*mut u8> {
        if self.tail == self.capacity && !self.make_room(1) {
            return None;
        }
        let slot = self.at(self.tail);
        self.tail += 1;
        Some(slot)
    }

    #[inline]
    fn at(&self, index: usize) -> *mut u8 {
        // Wrapping, because items without size have an unbounded index and no allocation.
        self.data.wrapping_add(index * self.item.size())
    }

    /// Appends `count` items; `false` when the memory is used up.
    ///
    /// # Safety
    /// `items` is valid for reads of `count` items.
    pub(super) unsafe fn append(&mut self, items: *const u8, count: usize) -> bool {
        if self.capacity - self.tail < count && !self.make_room(count) {
            return false;
        }
        // SAFETY: there is room for `count` items, and `items` is not within this queue's free part.
        unsafe { std::ptr::copy_nonoverlapping(items, self.at(self.tail), count * self.item.size()) };
        self.tail += count;
        true
    }

    /// Copies the newest item to `to` and removes it.
    ///
    /// # Safety
    /// The queue is not empty, and `to` is valid for writes of an item.
    #[inline]
    pub(super) unsafe fn pop(&mut self, to: *mut u8) {
        self.longest = self.longest.max(self.len());
        self.tail -= 1;
        // SAFETY: the item was live; `to` is by contract no part of the queue.
        unsafe { std::ptr::copy_nonoverlapping(self.at(self.tail), to, self.item.size()) };
        if self.head == self.tail {
            self.clear();
        }
    }

    /// Moves the item at `index` from the oldest to the newest end.
    pub(super) fn make_newest(&mut self, index: usize) {
        assert!(index < self.len());
        let (item, newest) = (self.at(self.head + index), self.at(self.tail - 1));
        if item != newest {
            // SAFETY: both items are live and differ. `MaybeUninit` keeps uninitialised padding as it is.
            unsafe {
                std::ptr::swap_nonoverlapping::<MaybeUninit<u8>>(item.cast(), newest.cast(), self.item.size());
            }
        }
    }

    /// Removes the `count` oldest items, at most all, as a queue of their own; `None` when the memory is used up.
    pub(super) fn take_oldest(&mut self, count: usize) -> Option<Queue> {
        let count = count.min(self.len());
        self.longest = self.longest.max(self.len());
        let mut taken = Queue::new(self.item, self.memory.clone());
        // SAFETY: the items from `head` are live, and there are at least `count`.
        if !(taken.reserve_exact(count) && unsafe { taken.append(self.at(self.head), count) }) {
            return None;
        }
        self.head += count;
        if self.head == self.tail {
            self.clear();
        }
        Some(taken)
    }

    /// Adds the items of another queue. This one must be empty.
    pub(super) fn receive(&mut self, mut other: Queue) {
        assert!(self.len() == 0 && self.item == other.item);
        if self.capacity >= other.len() {
            // SAFETY: the other queue's items are live. There is room, so this cannot fail.
            unsafe { self.append(other.at(other.head), other.len()) };
        } else {
            other.longest = self.longest;
            *self = other;
        }
    }

    /// Gives back what is not used.
    fn trim(&mut self) {
        self.move_to_front();
        let length = self.len();
        if self.item.size() > 0 && length < self.capacity {
            self.resize(length);
        }
    }

    fn move_to_front(&mut self) {
        // SAFETY: the live items stay within the allocation; the ranges may overlap.
        unsafe { std::ptr::copy(self.at(self.head), self.data, self.len() * self.item.size()) };
        (self.head, self.tail) = (0, self.len());
    }

    /// Makes room for `count` more items at the newest end.
    #[cold]
    fn make_room(&mut self, count: usize) -> bool {
        let _allocating = Indivisible::enter();
        // Moving costs as much as the items it moves: do it when that many were removed, or when nothing else is left.
        if self.head >= self.len().max(1) {
            self.move_to_front();
            if self.capacity - self.tail >= count {
                return true;
            }
        }
        // Only items without size can be so many.
        let Some(least) = self.tail.checked_add(count) else { return false };
        let first = (4096 / self.item.size().max(1)).clamp(1, 64);
        let mut extra = self.capacity.max(first);
        // Doubling, or as much of it as the limit leaves.
        loop {
            let capacity = (self.capacity + extra).max(least);
            if self.reserve_exact(capacity) {
                return true;
            }
            if capacity == least {
                break;
            }
            extra /= 2;
        }
        self.move_to_front();
        self.capacity - self.tail >= count || self.reserve_exact(self.tail + count)
    }

    /// Grows the allocation to `capacity` items; `false` when the memory is used up.
    fn reserve_exact(&mut self, capacity: usize) -> bool {
        if capacity <= self.capacity {
            return true;
        }
        let size = self.item.size();
        let (Some(bytes), old) = (capacity.checked_mul(size), self.capacity * size) else { return false };
        if bytes > isize::MAX as usize - self.item.align() || !self.memory.take(bytes - old) {
            return false;
        }
        if !self.resize_allocation(capacity) {
            self.memory.give_back(bytes - old);
            return false;
        }
        true
    }

    /// Shrinks the allocation to `capacity` items.
    fn resize(&mut self, capacity: usize) {
        let freed = (self.capacity - capacity) * self.item.size();
        if self.resize_allocation(capacity) {
            self.memory.give_back(freed);
        }
    }

    /// Sets the allocation's size without accounting; `false` when the allocator refuses. The item has a size.
    fn resize_allocation(&mut self, capacity: usize) -> bool {
        let (size, align) = (self.item.size(), self.item.align());
        // SAFETY: the old layout is that of the present allocation; both sizes were checked by `reserve_exact` to be
        // valid with this alignment, and are not zero where `alloc` and `realloc` are called.
        unsafe {
            let old = Layout::from_size_align_unchecked(self.capacity * size, align);
            let data = match (old.size(), capacity * size) {
                (0, 0) => return true,
                (0, new) => alloc(Layout::from_size_align_unchecked(new, align)),
                (_, 0) => {
                    dealloc(self.data, old);
                    std::ptr::without_provenance_mut(align)
                }
                (_, new) => realloc(self.data, old, new),
            };
            if data.is_null() {
                return false;
            }
            self.data = data;
        }
        self.capacity = capacity;
        true
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        if self.item.size() > 0 {
            self.resize(0);
        }
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
}

impl Queues {
    pub(super) fn new(procedures: &[ProcedureInfo], memory: &Arc<QueueMemory>, records: &Arc<Records>) -> Self {
        let queue = |info: &ProcedureInfo| {
            let item = Layout::from_size_align(info.item_size, info.item_align).expect("the layout of a type");
            UnsafeCell::new(Queue::new(item, memory.clone()))
        };
        Self {
            queues: procedures.iter().map(queue).collect(),
            types: procedures.iter().map(|info| info.id).collect(),
            full: Cell::new(None),
            records: FreeRecords::new(records),
        }
    }

    /// The worker's part in the records of joins.
    #[inline]
    pub(super) fn records(&self) -> &FreeRecords {
        &self.records
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
        let Some(procedure) = self.types.iter().position(|&id| id == TypeId::of::<Q>()) else {
            panic!("`{}` is spawned, but is not a procedure of this program: add a field of that type to it", Q::NAME);
        };
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
                let limit = self.with(procedure, |queue| queue.memory.limit());
                panic::check_unwinding(|| {
                    format!("the queues have no memory left, of {limit} bytes: raise `Options::queue_memory`")
                });
                self.full.set(Some(procedure));
                std::panic::resume_unwind(Box::new(Abandoned))
            }
        }
    }
}
