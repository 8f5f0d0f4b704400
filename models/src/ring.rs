//! `device/queue/ring.cuh`.

use crate::{
    Rules,
    sync::{AtomicU32, AtomicU64, Wait, add_relaxed, load_relaxed, store_relaxed},
};
use loom::cell::UnsafeCell;
use std::sync::atomic::Ordering::Relaxed;

/// The content of a chunk.
pub struct Chunk(Content);

enum Content {
    /// Loom fails a model in which two accesses are not ordered.
    Checked(UnsafeCell<u32>),
    /// Any two accesses may meet.
    Unchecked(AtomicU32),
}

impl Chunk {
    /// A chunk that holds `item`. Loom fails a model in which two accesses of it are not ordered.
    pub fn new(item: u32) -> Self {
        Self(Content::Checked(UnsafeCell::new(item)))
    }

    /// The same without the check, so that a model goes on to what comes with the item.
    pub fn unchecked(item: u32) -> Self {
        Self(Content::Unchecked(AtomicU32::new(item)))
    }

    /// What the chunk holds. Only for whoever has the chunk.
    pub fn read(&self) -> u32 {
        match &self.0 {
            // SAFETY: loom checks before the access that every write happens before it, and fails the model otherwise.
            Content::Checked(content) => content.with(|content| unsafe { *content }),
            Content::Unchecked(content) => load_relaxed(content),
        }
    }

    /// Replaces what the chunk holds. Only for whoever has the chunk.
    pub fn write(&self, item: u32) {
        match &self.0 {
            // SAFETY: loom checks before the access that every other happens before it, and fails the model otherwise.
            Content::Checked(content) => content.with_mut(|content| unsafe { *content = item }),
            Content::Unchecked(content) => store_relaxed(content, item),
        }
    }
}

// SAFETY: loom stops a model at the first access to a checked content that is not ordered with the others, before it is made.
unsafe impl Send for Chunk {}
// SAFETY: as above.
unsafe impl Sync for Chunk {}

/// `RingState`.
struct RingState {
    head: AtomicU32,
    tail: AtomicU32,
    available: AtomicU32,
}

/// What a slot says: the ticket that it serves, and that ticket's chunk + 1, or 0 before it came.
fn slot_word(ticket: u32, content: u32) -> u64 {
    u64::from(ticket) << 32 | u64::from(content)
}

/// `Ring`: a queue of chunk numbers.
pub struct Ring {
    state: RingState,
    slots: Vec<AtomicU64>,
    mask: u32,
    rules: Rules,
}

impl Ring {
    /// A ring of `slots` slots, a power of two, that holds `chunks`: as the host's `Queues::put` leaves it.
    pub fn new(slots: u32, chunks: &[u32], rules: Rules) -> Self {
        let count = chunks.len() as u32;
        let content = |ticket: u32| chunks.get(ticket as usize).map_or(0, |chunk| chunk + 1);
        Self {
            state: RingState { head: AtomicU32::new(0), tail: AtomicU32::new(count), available: AtomicU32::new(count) },
            slots: (0..slots).map(|ticket| AtomicU64::new(slot_word(ticket, content(ticket)))).collect(),
            mask: slots - 1,
            rules,
        }
    }

    /// How many chunks wait: a hint.
    pub fn available(&self) -> i32 {
        load_relaxed(&self.state.available) as i32
    }

    /// The same, to conclude from.
    pub fn available_acquire(&self) -> i32 {
        self.state.available.load(self.rules.look) as i32
    }

    /// Publishes one chunk.
    pub fn push(&self, chunk: u32) {
        self.put(add_relaxed(&self.state.tail, 1), chunk);
        self.state.available.fetch_add(1, self.rules.available);
    }

    /// Publishes several: the lanes of a warp, of which one has taken the tickets and counts them when all have filled their slots.
    pub fn push_all(&self, chunks: &[u32]) {
        let count = chunks.len() as u32;
        let first = add_relaxed(&self.state.tail, count);
        for (ticket, chunk) in (first..).zip(chunks) {
            self.put(ticket, *chunk);
        }
        self.state.available.fetch_add(count, self.rules.available);
    }

    fn put(&self, ticket: u32, chunk: u32) {
        let slot = &self.slots[(ticket & self.mask) as usize];
        let mut wait = Wait::default();
        while self.rules.wait_for_slot && !self.free_for(ticket, slot.load(Relaxed)) {
            wait.back_off();
        }
        slot.store(slot_word(ticket, chunk + 1), self.rules.fill);
    }

    fn free_for(&self, ticket: u32, word: u64) -> bool {
        word as u32 == 0 && (!self.rules.slots_name_tickets || (word >> 32) as u32 == ticket)
    }

    fn full_for(&self, ticket: u32, word: u64) -> bool {
        word as u32 != 0 && (!self.rules.slots_name_tickets || (word >> 32) as u32 == ticket)
    }

    /// Claims up to `wanted` chunks at once; returns how many, and the first ticket.
    pub fn claim(&self, wanted: u32) -> (u32, u32) {
        if self.available_acquire() <= 0 {
            return (0, 0);
        }
        loop {
            let before = self.state.available.fetch_sub(wanted, self.rules.available) as i32;
            let granted = if before <= 0 { 0 } else { wanted.min(before as u32) };
            let missing = wanted - granted;
            if missing > 0 {
                let debt = self.state.available.fetch_add(missing, self.rules.available) as i32;
                if self.rules.look_at_return && granted == 0 && debt + missing as i32 > 0 {
                    continue;
                }
            }
            let first = if granted > 0 { add_relaxed(&self.state.head, granted) } else { 0 };
            return (granted, first);
        }
    }

    /// The chunk behind a claimed ticket.
    pub fn take(&self, ticket: u32) -> u32 {
        let slot = &self.slots[(ticket & self.mask) as usize];
        let mut wait = Wait::default();
        loop {
            let word = slot.load(self.rules.take);
            if self.full_for(ticket, word) {
                slot.store(slot_word(ticket + self.mask + 1, 0), Relaxed);
                return word as u32 - 1;
            }
            wait.back_off();
        }
    }

    /// Claims and takes one chunk, if there is one.
    pub fn pop(&self) -> Option<u32> {
        let (granted, first) = self.claim(1);
        (granted == 1).then(|| self.take(first))
    }

    /// The chunks that rest in the ring while nobody uses it: the host's `Queues::take`.
    pub fn contents(&self) -> Vec<u32> {
        let (head, tail) = (load_relaxed(&self.state.head), load_relaxed(&self.state.tail));
        let chunks: Vec<u32> = (head..tail)
            .map(|ticket| self.slots[(ticket & self.mask) as usize].load(Relaxed))
            .filter(|word| *word as u32 != 0)
            .map(|word| word as u32 - 1)
            .collect();
        assert_eq!(chunks.len() as i32, self.available(), "`available` counts what rests");
        chunks
    }
}
