//! The memory of the rings of items, and how it grows.

use crate::driver::{Gpu, Memory};
use std::sync::Arc;
use whipple_runtime::{error::Error, facts::item_bytes, program::ProcedureInfo};

/// The most slots of one ring; all rings of 32 procedures together can be counted in 32 bits.
const MOST_SLOTS: u64 = 1 << 26;
/// Bytes of the word that says whose turn it is in a slot.
const WORD: u64 = 4;

/// Slots of the rings, powers of two, within a budget of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slots {
    /// Of each procedure.
    pub slots: Vec<u64>,
    /// The fewest: room for what one task of any procedure spawns, and for one more.
    least: Vec<u64>,
    /// Bytes of a slot.
    bytes: Vec<u64>,
    /// Bytes of all rings at most.
    budget: u64,
}

impl Slots {
    /// Equal shares of `initial` bytes, within the budget. `spawns[p][q]` is the most that a task of `p` spawns of `q`.
    ///
    /// # Errors
    /// The bytes that are needed at least, where the budget is less.
    pub fn new(procedures: &[ProcedureInfo], spawns: &[Vec<u64>], initial: u64, budget: u64) -> Result<Self, u64> {
        let least = (0..procedures.len()).map(|q| spawns.iter().map(|spawns| spawns[q]).max().unwrap_or(0) + 1);
        let least: Vec<u64> = least.map(|least| least.next_power_of_two().max(2)).collect();
        let bytes: Vec<u64> = procedures.iter().map(|procedure| item_bytes(procedure) as u64 + WORD).collect();
        let mut it = Self { slots: least.clone(), least, bytes, budget };
        if it.bytes() > budget {
            return Err(it.bytes());
        }
        let share = initial.min(budget) / procedures.len() as u64;
        for q in 0..procedures.len() {
            // The largest power of two that fits its share; those that need more than theirs leave less to the others.
            while it.slots[q] * 2 * it.bytes[q] <= share && it.slots[q] < MOST_SLOTS && it.fits_doubled(q) {
                it.slots[q] *= 2;
            }
        }
        Ok(it)
    }

    /// Bytes of all rings.
    pub fn bytes(&self) -> u64 {
        self.slots.iter().zip(&self.bytes).map(|(slots, bytes)| slots * bytes).sum()
    }

    /// Whether there is memory for every ring to double.
    pub fn may_double(&self) -> bool {
        self.bytes() * 2 <= self.budget && self.slots.iter().all(|slots| *slots < MOST_SLOTS)
    }

    fn fits_doubled(&self, q: usize) -> bool {
        self.bytes() + self.slots[q] * self.bytes[q] <= self.budget
    }

    /// Gives more slots to the rings that `wanted` items go to, beside the `lengths` that wait. Where memory is plentiful these
    /// rings double; else only those grow that have no room, and rings that are nearly empty give way. Whether one grew: at
    /// the limit, a ring that has room never does, so that two procedures cannot take slots from each other for ever.
    pub fn grow(&mut self, lengths: &[u64], wanted: &[u64]) -> bool {
        let plentiful = self.may_double();
        let mut grown = false;
        for q in (0..self.slots.len()).filter(|q| wanted[*q] > 0) {
            let needed = (lengths[q] + wanted[q]).next_power_of_two();
            let goal = if plentiful { needed.max(self.slots[q] * 2) } else { needed };
            if !plentiful && lengths[q] + wanted[q] <= self.slots[q] {
                continue;
            }
            while self.slots[q] < goal
                && self.slots[q] < MOST_SLOTS
                && (self.fits_doubled(q) || self.shrink(q, lengths, wanted))
            {
                self.slots[q] *= 2;
                grown = true;
            }
        }
        grown
    }

    /// Makes room for ring `q` to double, by halving rings of which three quarters are empty. Leaves all as it was where that is
    /// not enough.
    fn shrink(&mut self, q: usize, lengths: &[u64], wanted: &[u64]) -> bool {
        let before = self.slots.clone();
        let halved = |it: &Self, p: usize| {
            p != q && wanted[p] == 0 && it.slots[p] / 2 >= it.least[p] && it.slots[p] / 4 >= lengths[p]
        };
        while !self.fits_doubled(q) {
            let candidates = (0..self.slots.len()).filter(|p| halved(self, *p));
            let Some(p) = candidates.max_by_key(|p| self.slots[*p] * self.bytes[*p]) else {
                self.slots = before;
                return false;
            };
            self.slots[p] /= 2;
        }
        true
    }
}

/// The rings' memory.
pub struct Rings {
    gpu: Arc<Gpu>,
    item_bytes: Vec<usize>,
    slots: Vec<usize>,
    items: Vec<Memory>,
    turns: Vec<Memory>,
}

impl Rings {
    /// Empty rings.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(gpu: &Arc<Gpu>, procedures: &[ProcedureInfo], slots: &Slots) -> Result<Self, Error> {
        let mut it = Self {
            gpu: gpu.clone(),
            item_bytes: procedures.iter().map(item_bytes).collect(),
            slots: slots.slots.iter().map(|slots| *slots as usize).collect(),
            items: Vec::new(),
            turns: Vec::new(),
        };
        for (slots, bytes) in it.slots.iter().zip(&it.item_bytes) {
            it.items.push(Memory::new(gpu, slots * bytes, "the queues")?);
            it.turns.push(Memory::from_bytes(gpu, &turns(*slots, 0), "the queues")?);
        }
        Ok(it)
    }

    /// Slots of each ring.
    pub fn slots(&self) -> &[usize] {
        &self.slots
    }

    /// Device addresses of the items, and of the slots' turns.
    pub fn addresses(&self) -> [Vec<u64>; 2] {
        [&self.items, &self.turns].map(|list| list.iter().map(Memory::address).collect())
    }

    /// Bytes of all rings.
    pub fn bytes(&self) -> u64 {
        self.items.iter().chain(&self.turns).map(|memory| memory.len() as u64).sum()
    }

    /// Empties all rings; their next ticket is 0.
    ///
    /// # Errors
    /// What the driver met.
    pub fn reset(&self) -> Result<(), Error> {
        self.turns.iter().zip(&self.slots).try_for_each(|(memory, slots)| memory.write(0, &turns(*slots, 0)))
    }

    /// Moves the items of each ring to a ring of another size, where they start at slot 0; `waiting` has, for each, the first
    /// ticket and the number of items. No kernel may be running. Where memory runs out, some rings are the new and some the
    /// old ones.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn resize(&mut self, slots: &Slots, waiting: &mut [(u32, u32)]) -> Result<(), Error> {
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        // What shrinks goes first, so that less is needed at the same time.
        order.sort_by_key(|p| slots.slots[*p] as usize > self.slots[*p]);
        for p in order {
            let (new, old, bytes) = (slots.slots[p] as usize, self.slots[p], self.item_bytes[p]);
            if new == old {
                continue;
            }
            let (first, count) = (waiting[p].0 as usize % old, waiting[p].1 as usize);
            let items = Memory::new(&self.gpu, new * bytes, "the queues")?;
            let turns = Memory::from_bytes(&self.gpu, &turns(new, count), "the queues")?;
            let until_end = count.min(old - first);
            items.copy(0, &self.items[p], first * bytes, until_end * bytes)?;
            items.copy(until_end * bytes, &self.items[p], 0, (count - until_end) * bytes)?;
            (self.items[p], self.turns[p], self.slots[p]) = (items, turns, new);
            waiting[p].0 = 0;
        }
        Ok(())
    }
}

/// The turns of a ring whose first `count` slots have the items of tickets 0 to `count`.
fn turns(slots: usize, count: usize) -> Vec<u8> {
    (0..slots as u32).flat_map(|slot| (slot + u32::from((slot as usize) < count)).to_ne_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(least: &[u64], budget: u64) -> Slots {
        Slots { slots: least.to_vec(), least: least.to_vec(), bytes: vec![8; least.len()], budget }
    }

    #[test]
    fn rings_double_where_items_go() {
        let mut it = slots(&[4, 4], 8 * 100);
        assert!(it.grow(&[4, 0], &[2, 0]));
        assert_eq!(it.slots, [8, 4]);
        assert!(it.grow(&[8, 0], &[40, 0]));
        assert_eq!(it.slots, [64, 4]);
        assert!(it.bytes() <= it.budget);
    }

    #[test]
    fn at_the_limit_empty_rings_give_way() {
        let mut it = slots(&[4, 4], 8 * 80);
        it.slots = vec![16, 64];
        assert!(it.grow(&[15, 10], &[8, 0]));
        assert_eq!(it.slots, [32, 32]);
        // Nothing is left to take.
        assert!(!it.grow(&[32, 20], &[8, 0]));
        assert_eq!(it.slots, [32, 32]);
    }

    #[test]
    fn at_the_limit_rings_with_room_stay_as_they_are() {
        let mut it = Slots { bytes: vec![200, 200, 12], ..slots(&[32, 32, 512], 200_000) };
        it.slots = vec![512, 128, 2048];
        let changes = (0..300).filter(|round| {
            // One procedure finds the first ring full; another needs the last, where there is room.
            let wanted = if round % 2 == 0 { [16, 16, 0] } else { [0, 0, 256] };
            it.grow(&[500, 0, 0], &wanted)
        });
        assert_eq!(changes.count(), 0);
    }
}
