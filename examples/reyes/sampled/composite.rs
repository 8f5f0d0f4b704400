//! Composite: blends the hits of each sample, from the nearest on.

use super::slots::EMPTY;
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
            let mut layer = 0u32;
            while layer < self.layers && transparency > 0.0 {
                let hit = self.slots.get(layer * self.samples + sample);
                if hit == EMPTY {
                    layer = self.layers;
                } else {
                    let opacity = byte(hit, 24);
                    // Squaring undoes the gamma.
                    let seen = Vec3::new(byte(hit, 0), byte(hit, 8), byte(hit, 16));
                    colour += seen * seen * (transparency * opacity);
                    transparency *= 1.0 - opacity;
                    layer += 1;
                }
            }
            let blended = Vec4::new(colour.x, colour.y, colour.z, 1.0 - transparency);
            self.colours.set(sample, to_words(blended));
        }
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

/// The numbers of [`to_words`].
#[device]
pub fn from_words(words: u64) -> Vec4 {
    Vec4::new(
        (words & 0xffff) as f32,
        (words >> 16 & 0xffff) as f32,
        (words >> 32 & 0xffff) as f32,
        (words >> 48) as f32,
    ) / 65535.0
}
