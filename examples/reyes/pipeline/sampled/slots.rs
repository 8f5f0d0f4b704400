//! The hits of a sample: the nearest ones, whatever the order in which they are found.
//!
//! A sample has a slot for each layer. A hit is a number that orders by depth: the bits of its depth above, its colour below. With one
//! layer the slot keeps the least hit, by an atomic minimum.
//!
//! With several, a sample counts the hits that come, and the first of them have a slot each: one atomic operation and a store that
//! nobody waits for, however many there are. When all slots are taken the farthest hit makes room for a nearer one. So the slots hold the
//! nearest hits in the end, in any order: [`Composite`](super::composite::Composite) sorts them.

use whipple::prelude::*;

/// What a slot holds that no hit is in.
#[device]
pub const EMPTY: u64 = 0xffff_ffff_ffff_ffff;

/// Adds a hit that is number `place` of its sample, of which each has several slots. Slot k of a sample is at k `samples` + `sample`.
#[device]
pub fn insert(slots: &Buffer<u64>, samples: u32, layers: u32, sample: u32, place: u32, hit: u64) {
    if place < layers {
        slots.set(place * samples + sample, hit);
    } else {
        displace(slots, samples, layers, sample, hit);
    }
}

/// Puts a hit in place of the farthest one of a sample whose slots are all taken, if it is nearer than that.
///
/// A slot only falls once it is taken. So what is replaced, and what is not taken in, is not nearer than any that stays, whatever else is
/// displaced meanwhile.
#[device]
pub fn displace(slots: &Buffer<u64>, samples: u32, layers: u32, sample: u32, hit: u64) {
    let mut settled = false;
    while !settled {
        let mut farthest = 0;
        let mut place = sample;
        for layer in 0..layers {
            let index = layer * samples + sample;
            // An atomic operation, and no read, which may be of an older value for ever.
            let held = slots.fetch_or_relaxed(index, 0);
            if held > farthest {
                farthest = held;
                place = index;
            }
        }
        // The hit of a slot that is taken and empty is on its way: whoever took it waits for nobody, and runs on even if it is a lane of
        // this warp (as threads do from compute capability 7.0 on).
        if farthest != EMPTY {
            settled = farthest <= hit || slots.compare_exchange_relaxed(place, farthest, hit) == farthest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn the_nearest_are_kept() {
        let hits = [50u64, 20, 90, 20, 70, 10, 60, 30];
        for first in 0..hits.len() {
            let (slots, counts) = buffers();
            for k in 0..hits.len() {
                let hit = hits[(first + 3 * k) % hits.len()];
                insert(&slots, 2, 4, 1, counts.fetch_add(1, 1), hit);
            }
            assert_eq!(of_second_sample(&slots), [10, 20, 20, 30]);
            assert!([0, 2, 4, 6].iter().all(|k| slots.get(*k) == EMPTY));
        }
    }

    /// As many threads as want to, all at once.
    #[test]
    fn threads_that_displace_each_other_keep_the_nearest() {
        for turn in 0..50u64 {
            let (slots, counts) = buffers();
            thread::scope(|scope| {
                for thread in 0..4 {
                    let (slots, counts) = (&slots, &counts);
                    scope.spawn(move || {
                        for k in 0..100 {
                            let hit = (k * 4 + thread) * 7919 % 401 + turn;
                            insert(slots, 2, 4, 1, counts.fetch_add(1, 1), hit);
                        }
                    });
                }
            });
            // 400 hits, no two alike, of 0 to 400 but for one.
            let mut all: Vec<u64> = (0..400).map(|k| k * 7919 % 401 + turn).collect();
            all.sort_unstable();
            assert_eq!(of_second_sample(&slots), all[..4]);
        }
    }

    fn buffers() -> (Buffer<u64>, Buffer<u32>) {
        let device = Device::cpu();
        (device.buffer_filled(2 * 4, EMPTY).expect("a buffer"), device.buffer(2).expect("a buffer"))
    }

    fn of_second_sample(slots: &Buffer<u64>) -> [u64; 4] {
        let mut found = [1, 3, 5, 7].map(|k| slots.get(k));
        found.sort_unstable();
        found
    }
}
