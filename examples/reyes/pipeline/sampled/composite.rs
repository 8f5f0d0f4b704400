//! Composite: sorts the hits of each sample, and blends them from the nearest on.

use super::{sampling::small_number, slots::EMPTY};
use whipple::prelude::*;

/// Samples of one task.
pub const AT_ONCE: u32 = 256;

/// Blends the hits of [`AT_ONCE`] samples, one a thread. The work item is the index of the first.
#[procedure(level = 1, threads = 256)]
pub struct Composite {
    /// How many samples there are.
    pub samples: u32,
    /// Slots of each.
    pub layers: u32,
    /// See [`Dice::slots`](super::dice::Dice::slots).
    pub slots: Buffer<u64>,
    /// See [`Dice::counts`](super::dice::Dice::counts).
    pub counts: Buffer<u32>,
    /// For each sample 16 bits each of red, lowest, green, blue, each times the last, the opacity.
    pub colours: Buffer<u64>,
}

#[execute]
impl Execute for Composite {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, first: &u32) {
        let sample = *first + ctx.thread();
        if sample < self.samples {
            let mut colour = Vec3::ZERO;
            let mut transparency = 1.0;
            let hits = self.hits(sample);
            let mut left = hits;
            let mut last = 0;
            while left > 0 && transparency > 0.0 {
                let next = self.after(sample, hits, last);
                let opacity = byte(next.hit, 24);
                // Squaring undoes the gamma.
                let seen = Vec3::new(byte(next.hit, 0), byte(next.hit, 8), byte(next.hit, 16));
                for _ in 0..next.times {
                    colour += seen * seen * (transparency * opacity);
                    transparency *= 1.0 - opacity;
                }
                left -= next.times;
                last = next.hit;
            }
            let blended = Vec4::new(colour.x, colour.y, colour.z, 1.0 - transparency);
            self.colours.set(sample, to_words(blended));
        }
    }
}

/// A hit of a sample.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Next {
    /// See [`slots`](super::slots).
    pub hit: u64,
    /// In how many slots it is.
    pub times: u32,
}

#[device]
impl Composite {
    /// How many slots of a sample have a hit.
    pub fn hits(&self, sample: u32) -> u32 {
        if self.layers == 1 {
            return (self.slots.get(sample) != EMPTY) as u32;
        }
        self.counts.get(sample).min(self.layers)
    }

    /// The nearest of the first `hits` hits of a sample that are farther than `last`; there must be one.
    pub fn after(&self, sample: u32, hits: u32, last: u64) -> Next {
        let mut next = Next { hit: EMPTY, times: 0 };
        for layer in (0..hits).step_by(4) {
            // They arrive together.
            let first = self.hit(sample, hits, layer);
            let second = self.hit(sample, hits, layer + 1);
            let third = self.hit(sample, hits, layer + 2);
            let fourth = self.hit(sample, hits, layer + 3);
            next = next.or(first, last).or(second, last).or(third, last).or(fourth, last);
        }
        next
    }

    /// What is in a slot of a sample; nothing from `hits` on.
    pub fn hit(&self, sample: u32, hits: u32, layer: u32) -> u64 {
        if layer < hits { self.slots.get(layer * self.samples + sample) } else { EMPTY }
    }
}

#[device]
impl Next {
    /// This, or a hit that is nearer than it and farther than `last`.
    pub fn or(&self, hit: u64, last: u64) -> Next {
        let nearer = hit > last && hit < self.hit;
        let next = if nearer { hit } else { self.hit };
        Next { hit: next, times: if nearer { 1 } else { self.times + (hit == next) as u32 } }
    }
}

/// A byte of a hit, as 0 to 1.
#[device]
pub fn byte(hit: u64, shift: u32) -> f32 {
    ((hit >> shift) & 255) as f32 / 255.0
}

/// Four numbers, 0 to 1, as words of 16 bits, the first lowest.
#[device]
pub fn to_words(numbers: Vec4) -> u64 {
    let word = numbers * 65535.0 + Vec4::splat(0.5);
    word.x as u16 as u64 | (word.y as u16 as u64) << 16 | (word.z as u16 as u64) << 32 | (word.w as u16 as u64) << 48
}

/// The words of [`to_words`], 65535 for 1.
#[device]
pub fn from_words(words: u64) -> Vec4 {
    let (low, high) = (words as u32, (words >> 32) as u32);
    Vec4::new(
        small_number(low & 0xffff),
        small_number(low >> 16),
        small_number(high & 0xffff),
        small_number(high >> 16),
    )
}
