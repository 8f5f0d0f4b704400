//! Memory of queues: items of one size in an allocation that grows, within a limit that all queues of an engine share.

use super::overflow::Indivisible;
use std::{
    alloc::{Layout, alloc, dealloc, realloc},
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

    /// Whether more than a quarter is used.
    #[inline]
    pub(super) fn is_scarce(&self) -> bool {
        self.used.load(Relaxed) > self.limit / 4
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

/// Items of one size, in their order. Those `head..tail` of the allocation are live.
pub(super) struct Items {
    data: *mut u8,
    /// Of one item. Its size may be 0.
    item: Layout,
    head: usize,
    tail: usize,
    capacity: usize,
    pub(super) memory: Arc<QueueMemory>,
}

// SAFETY: it owns its allocation, and holds work items, which are `Send`.
unsafe impl Send for Items {}

impl Items {
    pub(super) fn new(item: Layout, memory: Arc<QueueMemory>) -> Self {
        // An item without size needs no allocation: any aligned address holds it.
        let capacity = if item.size() == 0 { usize::MAX } else { 0 };
        let data = std::ptr::without_provenance_mut(item.align());
        Self { data, item, head: 0, tail: 0, capacity, memory }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.tail - self.head
    }

    pub(super) fn clear(&mut self) {
        (self.head, self.tail) = (0, 0);
    }

    /// Room for one more item at the newest end, which counts from now on; `None` when the memory is used up.
    #[inline]
    pub(super) fn extend_by_one(&mut self) -> Option<*mut u8> {
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
    pub(super) fn take_oldest(&mut self, count: usize) -> Option<Items> {
        let count = count.min(self.len());
        let mut taken = Items::new(self.item, self.memory.clone());
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

    /// Adds other items. There must be none so far.
    pub(super) fn receive(&mut self, other: Items) {
        assert!(self.len() == 0 && self.item == other.item);
        if self.capacity >= other.len() {
            // SAFETY: the other items are live. There is room, so this cannot fail.
            unsafe { self.append(other.at(other.head), other.len()) };
        } else {
            *self = other;
        }
    }

    /// Moves the `count` newest or oldest items, in their order, to others, of which there are none so far; `false` when the memory is used up.
    pub(super) fn move_to(&mut self, to: &mut Items, count: usize, oldest: bool) -> bool {
        debug_assert!(count <= self.len() && to.len() == 0);
        to.clear();
        if count == self.len() {
            std::mem::swap(self, to);
            return true;
        }
        let first = if oldest { self.head } else { self.tail - count };
        // SAFETY: the items from there are live, and no part of the others.
        let is_moved = unsafe { to.append(self.at(first), count) };
        match (is_moved, oldest) {
            (true, true) => self.head += count,
            (true, false) => self.tail -= count,
            (false, _) => {}
        }
        is_moved
    }

    /// Copies the oldest items to `to`, at most `most`. Gives how many.
    ///
    /// # Safety
    /// `to` is valid for writes of `most` items.
    #[inline]
    pub(super) unsafe fn copy_oldest(&self, to: *mut u8, most: usize) -> usize {
        let count = most.min(self.len());
        // SAFETY: the items are live; `to` is by contract no part of them.
        unsafe { std::ptr::copy_nonoverlapping(self.at(self.head), to, count * self.item.size()) };
        count
    }

    /// Removes the oldest item. There is one.
    #[inline]
    pub(super) fn drop_oldest(&mut self) {
        self.head += 1;
        if self.head == self.tail {
            self.clear();
        }
    }

    /// Gives back what is not used.
    pub(super) fn trim(&mut self) {
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

impl Drop for Items {
    fn drop(&mut self) {
        if self.item.size() > 0 {
            self.resize(0);
        }
    }
}
