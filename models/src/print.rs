//! `device/print.cuh`: the host reads each line as a whole, those of a thread in their order. A record has one slot here.

use crate::{
    Chunk,
    sync::{AtomicU32, Ordering, add_relaxed, load_relaxed},
};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// The memory orders and rules of lines. [`PrintRules::default`] is what the device and the host do.
#[derive(Clone, Copy, Debug)]
pub struct PrintRules {
    /// `PrintPlace::publish`: the store of the mark.
    pub publish: Ordering,
    /// The host's `print_next`: the load of the mark.
    pub find: Ordering,
    /// The host's `print_next`: the store of how many slots it has read.
    pub free: Ordering,
    /// `take_print_place`: the load of that.
    pub look: Ordering,
    /// `take_print_place`: an old count of slots taken, which the host has passed, is no large number.
    pub used_is_signed: bool,
    /// A mark names its place. If not, it says that there is one.
    pub marks_name_places: bool,
}

impl Default for PrintRules {
    fn default() -> Self {
        Self {
            publish: Release,
            find: Acquire,
            free: Release,
            look: Acquire,
            used_is_signed: true,
            marks_name_places: true,
        }
    }
}

/// The ring of lines.
pub struct Prints {
    rules: PrintRules,
    taken: AtomicU32,
    dropped: AtomicU32,
    freed: AtomicU32,
    marks: Vec<AtomicU32>,
    words: Vec<Chunk>,
}

impl Prints {
    /// An empty ring of so many slots.
    pub fn new(slots: u32, rules: PrintRules) -> Self {
        let [taken, dropped, freed] = [0; 3].map(AtomicU32::new);
        let marks = (0..slots).map(|_| AtomicU32::new(0)).collect();
        Self { rules, taken, dropped, freed, marks, words: (0..slots).map(|_| Chunk::new(0)).collect() }
    }

    fn slot(&self, place: u32) -> usize {
        place as usize % self.marks.len()
    }

    fn mark(&self, place: u32) -> u32 {
        if self.rules.marks_name_places { place + 1 } else { 1 }
    }

    /// `num::print`, of a line that is a number.
    pub fn print(&self, line: u32) {
        match self.take_place() {
            Some(place) => {
                self.words[self.slot(place)].write(line);
                self.marks[self.slot(place)].store(self.mark(place), self.rules.publish);
            }
            None => _ = add_relaxed(&self.dropped, 1),
        }
    }

    /// `take_print_place`.
    fn take_place(&self) -> Option<u32> {
        let mut taken = load_relaxed(&self.taken);
        loop {
            let used = (taken + 1).wrapping_sub(self.freed.load(self.rules.look));
            let used = if self.rules.used_is_signed { i64::from(used.cast_signed()) } else { i64::from(used) };
            if used > self.marks.len() as i64 {
                return None;
            }
            match self.taken.compare_exchange(taken, taken + 1, Relaxed, Relaxed) {
                Ok(_) => return Some(taken),
                Err(found) => taken = found,
            }
        }
    }

    /// The host's `print_next`: the line at this place, if it is there.
    pub fn next(&self, place: u32) -> Option<u32> {
        if self.marks[self.slot(place)].load(self.rules.find) != self.mark(place) {
            return None;
        }
        let line = self.words[self.slot(place)].read();
        self.freed.store(place + 1, self.rules.free);
        Some(line)
    }

    /// How many lines had no room.
    pub fn dropped(&self) -> u32 {
        load_relaxed(&self.dropped)
    }
}
