//! The hits of a sample: the nearest ones, in order of depth, whatever the order in which they are found.
//!
//! A sample has a slot for each layer. A hit is a number that orders by depth: the bits of its depth above, its colour
//! below. It goes through the slots from the nearest on, and each slot keeps the lesser of what it had and what came, by an
//! atomic minimum; the greater goes on. Whatever the order of the minima, slot k sees all hits but the k least, and keeps
//! the least of them. What leaves the last slot is dropped, and counted.

use whipple::prelude::*;

/// What a slot holds that no hit is in.
#[device]
pub const EMPTY: u64 = 0xffff_ffff_ffff_ffff;

/// Adds a hit to the slots of a sample; whether a hit fell off their end. Slot k of a sample is at k `samples` + `sample`.
#[device]
pub fn insert(slots: &Buffer<u64>, samples: u32, layers: u32, sample: u32, hit: u64) -> bool {
    let mut carried = hit;
    let mut layer = 0u32;
    while layer < layers && carried != EMPTY {
        let index = layer * samples + sample;
        // A slot only ever falls. What is not above the hit will not be, and what was read may only have been too high.
        if slots.get(index) > carried {
            carried = carried.max(slots.fetch_min(index, carried));
        }
        layer += 1;
    }
    carried != EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_kept_in_order() {
        let hits = [50u64, 20, 90, 20, 70, 10, 60, 30];
        for first in 0..hits.len() {
            let slots = Device::cpu().buffer_filled(2 * 4, EMPTY).expect("a buffer");
            let mut dropped = 0;
            for k in 0..hits.len() {
                dropped += insert(&slots, 2, 4, 1, hits[(first + 3 * k) % hits.len()]) as u32;
            }
            let found = slots.read().expect("a buffer");
            assert_eq!((found[1], found[3], found[5], found[7]), (10, 20, 20, 30));
            assert!([0, 2, 4, 6].iter().all(|k| found[*k] == EMPTY));
            assert_eq!(dropped, 4);
        }
    }
}
