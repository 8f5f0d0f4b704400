//! `Exchange::give`, `starve` and `wait` of `device/schedulers/megakernel/exchange/exchange.cuh`: chunks for blocks that starve.

use crate::{
    Rules,
    sync::{AtomicU32, Wait, add_relaxed, load_relaxed, store_relaxed},
};

/// Slots of the hand-off ring: more than tickets can be taken here, as 65,536 are on the device.
const HANDOFF_SLOTS: u32 = 8;

/// The hand-off ring, with the words of `Control` that count its tickets.
pub struct Handoff {
    /// Tickets of blocks that starve.
    pub(crate) head: AtomicU32,
    /// Tickets of hand-overs.
    pub(crate) tail: AtomicU32,
    slots: Vec<AtomicU32>,
    rules: Rules,
}

impl Handoff {
    /// A ring in which chunks `first..first + waiting` wait.
    pub fn new(first: u32, waiting: u32, rules: Rules) -> Self {
        let content = |slot: u32| if slot < waiting { first + slot + 1 } else { 0 };
        Self {
            head: AtomicU32::new(0),
            tail: AtomicU32::new(waiting),
            slots: (0..HANDOFF_SLOTS).map(|slot| AtomicU32::new(content(slot))).collect(),
            rules,
        }
    }

    /// Fills the slot that a starving block waits on, or will.
    pub fn give(&self, chunk: u32) {
        let slot = self.slot(add_relaxed(&self.tail, 1));
        let mut wait = Wait::default();
        while load_relaxed(slot) != 0 {
            wait.back_off();
        }
        slot.store(chunk + 1, self.rules.fill);
    }

    /// A starving block's ticket, and how many hand-overs there were.
    pub fn starve(&self) -> (u32, u32) {
        let ticket = self.head.fetch_add(1, self.rules.starve);
        (ticket, self.tail.load(self.rules.tail))
    }

    /// Waits for the chunk of a ticket; none once `is_over`.
    pub fn wait(&self, ticket: u32, is_over: impl Fn() -> bool) -> Option<u32> {
        let slot = self.slot(ticket);
        let mut wait = Wait::default();
        loop {
            let chunk = load_relaxed(slot);
            if chunk != 0 {
                slot.load(self.rules.take);
                store_relaxed(slot, 0);
                return Some(chunk - 1);
            }
            if is_over() {
                return None;
            }
            wait.back_off();
        }
    }

    /// The chunks that rest in the ring.
    pub fn contents(&self) -> impl Iterator<Item = u32> {
        self.slots.iter().map(load_relaxed).filter(|content| *content != 0).map(|content| content - 1)
    }

    fn slot(&self, ticket: u32) -> &AtomicU32 {
        &self.slots[(ticket % HANDOFF_SLOTS) as usize]
    }
}
