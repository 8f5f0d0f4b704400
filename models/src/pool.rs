//! `device/join/pool.cuh`: who takes a piece of memory gets one that nobody uses. `take_last` is `device/join/record.cuh`'s.
//!
//! A thread stands for a warp. The pieces that it takes or gives at once are those of lanes that come together. The first lane
//! leads. It counts when its own slot is done. The other lanes come to their slots after that.

use crate::sync::{AtomicU32, Ordering, Wait, add_relaxed, fence_acq_rel, load_relaxed};
use loom::sync::Mutex;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

/// The memory orders and rules of pools. [`PoolRules::default`] is what the device does.
#[derive(Clone, Copy, Debug)]
pub struct PoolRules {
    /// `OfDevice::empty`: the compare-exchange that takes a number out.
    pub empty: Ordering,
    /// `OfDevice::fill`: the compare-exchange that puts a number in.
    pub fill: Ordering,
    /// `OfBlock::empty`: a fence after the slot.
    pub fence_after: bool,
    /// `OfBlock::fill`: a fence before the slot.
    pub fence_before: bool,
    /// `fill`: waits until the slot is empty. If not, the number takes the place of what is there.
    pub wait_for_slot: bool,
    /// `OfDevice::empty`: one operation takes the number and clears the slot. If not, a load and a store do.
    pub empties_at_once: bool,
    /// `fill`: one operation finds the slot empty and fills it. If not, loads and a store do.
    pub fills_at_once: bool,
    /// Each access of a slot comes behind all before it, so that a load gives the newest value. On the device it may give an older one. For faults
    /// that no memory order mends.
    pub newest: bool,
    /// `Free::take`: `free` below 0 is no large number.
    pub free_is_signed: bool,
    /// `Free::take`: who claims more than there are adds them back.
    pub add_back: bool,
    /// `Free<OfBlock>`: room is counted, and a giver claims some before a slot.
    pub count_room: bool,
    /// `Free<OfBlock>::give`: who finds no room takes its claim back.
    pub return_room: bool,
    /// `Free<OfBlock>::take`: an emptied slot is room again.
    pub count_emptied: bool,
    /// `joins::take`: a thread that finds nothing looks again, by `take_last`.
    pub look_again: bool,
    /// `take_last`: looks at the ring of the block, too.
    pub look_in_block: bool,
    /// `take_last`: each lane looks for itself.
    pub look_alone: bool,
}

impl Default for PoolRules {
    fn default() -> Self {
        Self {
            empty: AcqRel,
            fill: AcqRel,
            fence_after: true,
            fence_before: true,
            wait_for_slot: true,
            empties_at_once: true,
            fills_at_once: true,
            newest: false,
            free_is_signed: true,
            add_back: true,
            count_room: true,
            return_room: true,
            count_emptied: true,
            look_again: true,
            look_in_block: true,
            look_alone: true,
        }
    }
}

/// Which threads share a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// `OfDevice`.
    Device,
    /// `OfBlock`.
    Block,
}

/// `Words`.
#[derive(Default)]
struct Words {
    free: AtomicU32,
    head: AtomicU32,
    tail: AtomicU32,
    taken: AtomicU32,
}

/// A number plus one, or 0.
enum Slot {
    /// A load gives any value that its order allows.
    Weak(AtomicU32),
    /// [`PoolRules::newest`].
    Newest(Mutex<u32>),
}

impl Slot {
    fn new(newest: bool) -> Self {
        if newest { Self::Newest(Mutex::new(0)) } else { Self::Weak(AtomicU32::new(0)) }
    }

    fn load(&self, order: Ordering) -> u32 {
        match self {
            Self::Weak(word) => word.load(order),
            Self::Newest(word) => *word.lock().unwrap(),
        }
    }

    fn store(&self, value: u32, order: Ordering) {
        match self {
            Self::Weak(word) => word.store(value, order),
            Self::Newest(word) => *word.lock().unwrap() = value,
        }
    }

    /// Stores a value where another one is found, by one operation.
    fn replace(&self, expected: u32, value: u32, order: Ordering) -> bool {
        match self {
            Self::Weak(word) => word.compare_exchange(expected, value, order, Relaxed).is_ok(),
            Self::Newest(word) => {
                let mut word = word.lock().unwrap();
                let is_expected = *word == expected;
                if is_expected {
                    *word = value;
                }
                is_expected
            }
        }
    }

    /// Stores a value, by an operation that gives the value before.
    fn exchange(&self, value: u32, order: Ordering) -> u32 {
        match self {
            Self::Weak(word) => word.swap(value, order),
            Self::Newest(word) => std::mem::replace(&mut word.lock().unwrap(), value),
        }
    }
}

/// `Free`: a ring of numbers of free pieces.
pub struct Free {
    scope: Scope,
    words: Words,
    slots: Vec<Slot>,
    rules: PoolRules,
}

impl Free {
    /// An empty ring of so many slots, a power of two.
    pub fn new(scope: Scope, slots: u32, rules: PoolRules) -> Self {
        Self { scope, words: Words::default(), slots: (0..slots).map(|_| Slot::new(rules.newest)).collect(), rules }
    }

    /// A piece for each of `wanted` lanes, or none where there are not enough for all.
    pub fn take(&self, wanted: u32) -> Option<Vec<u32>> {
        let free = add_relaxed(&self.words.free, wanted.wrapping_neg());
        let enough = if self.rules.free_is_signed { free as i32 >= wanted as i32 } else { free >= wanted };
        if !enough {
            if self.rules.add_back {
                add_relaxed(&self.words.free, wanted);
            }
            return None;
        }
        let first = add_relaxed(&self.words.head, wanted);
        let of_lane = |lane: u32| {
            let number = self.empty(self.slot(first + lane));
            if self.counts_room() && lane == 0 && self.rules.count_emptied {
                add_relaxed(&self.words.taken, wanted.wrapping_neg());
            }
            number - 1
        };
        Some((0..wanted).map(of_lane).collect())
    }

    /// Whether there was room for the pieces, one of each lane.
    pub fn give(&self, pieces: &[u32]) -> bool {
        let given = pieces.len() as u32;
        if self.counts_room() {
            let taken = add_relaxed(&self.words.taken, given);
            if taken + given > self.slots.len() as u32 {
                if self.rules.return_room {
                    add_relaxed(&self.words.taken, given.wrapping_neg());
                }
                return false;
            }
        }
        let first = add_relaxed(&self.words.tail, given);
        for (lane, piece) in (0..).zip(pieces) {
            self.fill(self.slot(first + lane), piece + 1);
            if lane == 0 {
                add_relaxed(&self.words.free, given);
            }
        }
        true
    }

    fn counts_room(&self) -> bool {
        self.scope == Scope::Block && self.rules.count_room
    }

    fn slot(&self, ticket: u32) -> &Slot {
        &self.slots[ticket as usize & (self.slots.len() - 1)]
    }

    /// `Scope::empty`.
    fn empty(&self, slot: &Slot) -> u32 {
        let mut wait = Wait::default();
        let number = loop {
            let number = match self.scope {
                Scope::Block => slot.exchange(0, Relaxed),
                Scope::Device => self.empty_of_device(slot),
            };
            if number != 0 {
                break number;
            }
            wait.back_off();
        };
        if self.scope == Scope::Block && self.rules.fence_after {
            fence_acq_rel();
        }
        number
    }

    /// One look of `OfDevice::empty`: the number that it took out, or 0.
    fn empty_of_device(&self, slot: &Slot) -> u32 {
        if self.rules.empties_at_once {
            let number = slot.load(Relaxed);
            return if number != 0 && slot.replace(number, 0, self.rules.empty) { number } else { 0 };
        }
        let number = slot.load(Acquire);
        if number != 0 {
            slot.store(0, Relaxed);
        }
        number
    }

    /// `Scope::fill`.
    fn fill(&self, slot: &Slot, number: u32) {
        let of_block = self.scope == Scope::Block;
        if of_block && self.rules.fence_before {
            fence_acq_rel();
        }
        let order = if of_block { Relaxed } else { self.rules.fill };
        let mut wait = Wait::default();
        if !self.rules.wait_for_slot {
            slot.exchange(number, order);
        } else if self.rules.fills_at_once {
            while !slot.replace(0, number, order) {
                wait.back_off();
            }
        } else {
            while slot.load(Relaxed) != 0 {
                wait.back_off();
            }
            slot.store(number, if of_block { Relaxed } else { Release });
        }
    }

    /// The pieces that rest in the ring while nobody uses it.
    ///
    /// # Panics
    /// When the words do not agree with them.
    pub fn contents(&self) -> Vec<u32> {
        let all: Vec<u32> = self.slots.iter().map(|slot| slot.load(Relaxed)).filter(|number| *number != 0).collect();
        let count = all.len() as u32;
        assert_eq!(load_relaxed(&self.words.free), count, "`free` counts what rests");
        let (head, tail) = (load_relaxed(&self.words.head), load_relaxed(&self.words.tail));
        assert_eq!(tail - head, count, "tickets agree with what rests");
        assert!(
            (head..tail).all(|ticket| self.slot(ticket).load(Relaxed) != 0),
            "what rests waits for the next takers"
        );
        if self.counts_room() {
            assert_eq!(load_relaxed(&self.words.taken), count, "`taken` counts what rests");
        }
        all.into_iter().map(|number| number - 1).collect()
    }
}

/// `Pool`.
pub struct Pool {
    free: Free,
    fresh: AtomicU32,
    count: u32,
}

impl Pool {
    /// A pool of `count` pieces that were never used, with a ring of `slots` slots.
    pub fn new(count: u32, slots: u32, rules: PoolRules) -> Self {
        assert!(slots >= count, "there are as many slots as pieces");
        Self { free: Free::new(Scope::Device, slots, rules), fresh: AtomicU32::new(0), count }
    }

    /// `Pool::take`: pieces of those lanes of `wanted` that get one.
    pub fn take(&self, wanted: u32) -> Vec<u32> {
        if let Some(reused) = self.free.take(wanted) {
            return reused;
        }
        let grows = load_relaxed(&self.fresh) < self.count;
        let first = if grows { add_relaxed(&self.fresh, wanted) } else { self.count };
        (first..first + wanted).filter(|number| *number < self.count).collect()
    }

    /// The pieces that nobody uses while nobody takes or gives any.
    ///
    /// # Panics
    /// When the words of the ring do not agree with them.
    pub fn contents(&self) -> Vec<u32> {
        let mut all = self.free.contents();
        all.extend(load_relaxed(&self.fresh).min(self.count)..self.count);
        all
    }
}

/// `pools::take`, of a thread of the block that `block` is the ring of.
pub fn take(pool: &Pool, block: Option<&Free>, wanted: u32) -> Vec<u32> {
    block.and_then(|ring| ring.take(wanted)).unwrap_or_else(|| pool.take(wanted))
}

/// `pools::give`.
pub fn give(pool: &Pool, block: Option<&Free>, pieces: &[u32]) {
    if !block.is_some_and(|ring| ring.give(pieces)) {
        pool.free.give(pieces);
    }
}

/// `joins::take` and `take_last`: a piece for each of `wanted` lanes. They look until they find one; on the device they give up after 100 times.
///
/// # Panics
/// Where a rule takes their second look away.
pub fn take_all(pool: &Pool, block: Option<&Free>, wanted: u32) -> Vec<u32> {
    let mut found = take(pool, block, wanted);
    let rules = pool.free.rules;
    let block = block.filter(|_| rules.look_in_block);
    let mut wait = Wait::default();
    loop {
        let missing = wanted - found.len() as u32;
        if missing == 0 {
            return found;
        }
        assert!(rules.look_again, "no memory for joins");
        if rules.look_alone {
            found.extend((0..missing).flat_map(|_| take(pool, block, 1)));
        } else {
            found.extend(take(pool, block, missing));
        }
        if found.len() < wanted as usize {
            wait.back_off();
        }
    }
}

/// The same for one lane.
pub fn take_one(pool: &Pool, block: Option<&Free>) -> u32 {
    take_all(pool, block, 1)[0]
}
