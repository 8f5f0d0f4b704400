//! What orders a program's memory: operations of `device/buffer.cuh`, barriers of a block, and the ends of kernels.
//!
//! Here a `get` is a relaxed load, which may give any value that no order rules out. So it stands for a cache that nobody empties.

use crate::sync::{AtomicU32, Ordering, Wait, add_relaxed, fence_acq_rel, load_relaxed, store_relaxed};
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

/// The orders of what carries a program's memory from thread to thread, beside those of queues. [`Orders::default`] is what the device
/// does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orders {
    /// `Buffer::fetch_…`, `exchange` and `compare_exchange`, where the answer is used.
    pub fetch: Ordering,
    /// `Buffer::compare_exchange` that finds another value.
    pub refused: Ordering,
    /// `Buffer::set_release`, and `Context::fence` before a relaxed operation: whether there is a fence.
    pub fence_before: bool,
    /// `Buffer::get_acquire`, and `Context::fence` after a relaxed operation: whether there is a fence.
    pub fence_after: bool,
    /// `block_barrier`: arriving at it.
    pub arrive: Ordering,
    /// `block_barrier`: leaving it.
    pub depart: Ordering,
    /// What comes before a launch in its stream, and the launch.
    pub launch: Ordering,
    /// The start of a block.
    pub start: Ordering,
    /// The end of a block.
    pub end: Ordering,
    /// What comes after a kernel in its stream.
    pub after: Ordering,
}

impl Default for Orders {
    fn default() -> Self {
        Self {
            fetch: AcqRel,
            refused: Acquire,
            fence_before: true,
            fence_after: true,
            arrive: Release,
            depart: Acquire,
            launch: Release,
            start: Acquire,
            end: Release,
            after: Acquire,
        }
    }
}

/// `Buffer<u32>`.
pub struct Buffer {
    elements: Vec<AtomicU32>,
    orders: Orders,
}

impl Buffer {
    /// A buffer as the host writes it.
    pub fn new(elements: &[u32], orders: Orders) -> Self {
        Self { elements: elements.iter().map(|element| AtomicU32::new(*element)).collect(), orders }
    }

    /// `load_relaxed_cta`.
    pub fn get(&self, index: u32) -> u32 {
        load_relaxed(self.element(index))
    }

    /// `store_relaxed_gpu`.
    pub fn set(&self, index: u32, value: u32) {
        store_relaxed(self.element(index), value);
    }

    /// `load_acquire_gpu`.
    pub fn get_acquire(&self, index: u32) -> u32 {
        let value = self.get(index);
        self.fence_after();
        value
    }

    /// `store_release_gpu`.
    pub fn set_release(&self, index: u32, value: u32) {
        self.fence_before();
        self.set(index, value);
    }

    /// `fetch_sub`: the value before.
    pub fn fetch_sub(&self, index: u32, value: u32) -> u32 {
        self.element(index).fetch_sub(value, self.orders.fetch)
    }

    /// `fetch_sub_relaxed`: the value before.
    pub fn fetch_sub_relaxed(&self, index: u32, value: u32) -> u32 {
        self.element(index).fetch_sub(value, Relaxed)
    }

    /// `compare_exchange`: the value before.
    pub fn compare_exchange(&self, index: u32, expected: u32, value: u32) -> u32 {
        let (fetch, refused) = (self.orders.fetch, self.orders.refused);
        self.element(index).compare_exchange(expected, value, fetch, refused).unwrap_or_else(|found| found)
    }

    /// `Context::fence` before a relaxed operation.
    pub fn fence_before(&self) {
        if self.orders.fence_before {
            fence_acq_rel();
        }
    }

    /// `Context::fence` after a relaxed operation.
    pub fn fence_after(&self) {
        if self.orders.fence_after {
            fence_acq_rel();
        }
    }

    fn element(&self, index: u32) -> &AtomicU32 {
        &self.elements[index as usize]
    }
}

/// `block_barrier`: each thread here is a warp.
pub struct Barrier {
    arrived: AtomicU32,
    warps: u32,
    orders: Orders,
}

impl Barrier {
    /// The barrier of a block of so many warps.
    pub fn new(warps: u32, orders: Orders) -> Self {
        Self { arrived: AtomicU32::new(0), warps, orders }
    }

    /// Waits until all warps have come as often as this one.
    pub fn meet(&self) {
        let before = self.arrived.fetch_add(1, self.orders.arrive);
        let all = (before / self.warps + 1) * self.warps;
        await_count(&self.arrived, all, self.orders.depart);
    }
}

/// Where tasks that spawn add items and nobody reads them for a while: the local queue of `push` in `device/schedulers/megakernel/tasks/spawn.cuh` before
/// the barrier, and the stack of `slices::push` before the end of the slice.
pub struct Stack {
    added: AtomicU32,
    items: Vec<AtomicU32>,
}

impl Stack {
    /// An empty stack with room for so many items, each above 0.
    pub fn new(room: u32) -> Self {
        Self { added: AtomicU32::new(0), items: (0..room).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Adds an item. Relaxed: positions need only be unique.
    pub fn push(&self, item: u32) {
        let position = add_relaxed(&self.added, 1);
        store_relaxed(&self.items[position as usize], item);
    }

    /// The item at a position, 0 where none is seen.
    pub fn item(&self, position: u32) -> u32 {
        load_relaxed(&self.items[position as usize])
    }
}

/// A CUDA stream, or what orders kernels like one: a graph's edges, or a tail launch.
pub struct Stream {
    launches: AtomicU32,
    ended: AtomicU32,
    orders: Orders,
}

impl Stream {
    /// A stream before its first launch.
    pub fn new(orders: Orders) -> Self {
        Self { launches: AtomicU32::new(0), ended: AtomicU32::new(0), orders }
    }

    /// Lets the blocks of the next kernel start.
    pub fn launch(&self) {
        self.launches.fetch_add(1, self.orders.launch);
    }

    /// The start of a block of kernel `number`, from 1.
    pub fn start(&self, number: u32) {
        await_count(&self.launches, number, self.orders.start);
    }

    /// The end of a block.
    pub fn end(&self) {
        self.ended.fetch_add(1, self.orders.end);
    }

    /// Waits until so many blocks have ended since the beginning.
    pub fn synchronize(&self, blocks: u32) {
        await_count(&self.ended, blocks, self.orders.after);
    }
}

fn await_count(word: &AtomicU32, count: u32, order: Ordering) {
    let mut wait = Wait::default();
    while word.load(order) < count {
        wait.back_off();
    }
}
