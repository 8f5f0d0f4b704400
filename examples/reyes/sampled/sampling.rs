//! Where in a pixel, and when, the samples are.
//!
//! The samples of a pixel are jittered: one at a random place of each part of the pixel, and one at a random moment of each part of
//! the time that the shutter is open. All pixels have the same pattern, shifted by a hash of the pixel's place, in
//! place and time, and wrapped around: so neighbours differ, and no random numbers are drawn on the device. A single sample
//! is in the middle of its pixel.

use crate::reyes::camera::SUBPIXELS;
use whipple::prelude::*;

/// How many samples a pixel may have.
pub const COUNTS: [u32; 4] = [1, 4, 16, 42];

/// The most of them.
#[device]
pub const MOST: usize = 42;

/// The samples of a pixel.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// How many there are.
    pub count: u32,
    /// Its inverse: the part of the time that a sample has.
    pub part: f32,
    /// Which bits of a place and a moment the pixel's hash may change: all, or none.
    pub changing: u32,
    /// Where each is, before the pixel shifts it: whole subpixels.
    pub places: [Vec2; MOST],
    /// When it is within its part of the time, of 4096.
    pub moments: [u32; MOST],
}

/// How far a pixel shifts its samples.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// To the right and down, whole subpixels below [`SUBPIXELS`].
    pub place: Vec2,
    /// In time, below 4096.
    pub moment: u32,
}

/// Where a sample is.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// In subpixels, from the left of the image.
    pub x: f32,
    /// In subpixels, from the top.
    pub y: f32,
    /// From the opening of the shutter, 0, to its closing, 1.
    pub time: f32,
}

#[device]
impl Pattern {
    /// How far the pixel (x, y) shifts its samples.
    pub fn shift(&self, x: u32, y: u32) -> Shift {
        let hash = hash_of(x, y) & self.changing;
        Shift { place: Vec2::new(small_number(hash & 1023), small_number(hash >> 10 & 1023)), moment: hash >> 20 }
    }

    /// Sample `index` of the pixel (x, y), whose shift is `shift`.
    pub fn place(&self, index: u32, x: u32, y: u32, shift: &Shift) -> Place {
        let offset = self.offset(index, shift);
        Place {
            x: small_number(x) * SUBPIXELS + offset.x,
            y: small_number(y) * SUBPIXELS + offset.y,
            time: self.time(index, self.moment(index, shift)),
        }
    }

    /// When in its part of the time, 0 to 1, sample `index` is of a pixel with this shift.
    pub fn moment(&self, index: u32, shift: &Shift) -> f32 {
        small_number((self.moments[index as usize] + shift.moment) & 4095) * (1.0 / 4096.0)
    }

    /// The time of a moment in the part of sample `index`.
    pub fn time(&self, index: u32, moment: f32) -> f32 {
        (small_number(index) + moment) * self.part
    }

    /// Where in its pixel, which has this shift, sample `index` is, in subpixels.
    pub fn offset(&self, index: u32, shift: &Shift) -> Vec2 {
        let place = self.places[index as usize] + shift.place;
        Vec2::new(within_pixel(place.x), within_pixel(place.y))
    }
}

/// A coordinate that may lie beyond the pixel, wrapped around.
#[device]
pub fn within_pixel(coordinate: f32) -> f32 {
    if coordinate >= SUBPIXELS { coordinate - SUBPIXELS } else { coordinate }
}

/// A number below 2²³ as f32, without an instruction that converts: the number as the lowest bits of one from 2²³ on.
#[device]
pub fn small_number(number: u32) -> f32 {
    f32::from_bits(number | 0x4b00_0000) - 8388608.0
}

/// A hash of a pixel's place (the finalizer of MurmurHash3 with other constants).
#[device]
pub fn hash_of(x: u32, y: u32) -> u32 {
    let mut hash = x.wrapping_add(y.wrapping_mul(0x9e37_79b9));
    hash ^= hash >> 16;
    hash = hash.wrapping_mul(0x7feb_352d);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x846c_a68b);
    hash ^ (hash >> 16)
}

impl Pattern {
    /// The pattern of `count` samples, one of [`COUNTS`].
    pub fn new(count: u32) -> Self {
        let (columns, rows) = match count {
            4 => (2, 2),
            16 => (4, 4),
            42 => (6, 7),
            _ => (1, 1),
        };
        let (mut places, mut moments) = ([Vec2::ZERO; MOST], [0; MOST]);
        if columns * rows == 1 {
            (places[0], moments[0]) = (Vec2::splat(SUBPIXELS / 2.0), 2048);
            return Self { count: 1, part: 1.0, changing: 0, places, moments };
        }
        let mut state = count;
        let mut random = |below: u32| {
            state = state.wrapping_add(1);
            ((u64::from(hash_of(state, count)) * u64::from(below)) >> 32) as u32
        };
        // The parts of the pixel in a random order, so that the order of time is another.
        let mut parts: Vec<u32> = (0..count).collect();
        for k in (1..count).rev() {
            parts.swap(k as usize, random(k + 1) as usize);
        }
        for (k, part) in parts.into_iter().enumerate() {
            let x = ((part % columns) * 1024 + random(1024)) / columns;
            let y = ((part / columns) * 1024 + random(1024)) / rows;
            places[k] = Vec2::new(x as f32, y as f32);
            moments[k] = random(4096);
        }
        Self { count, part: 1.0 / count as f32, changing: u32::MAX, places, moments }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_pixel_and_of_the_time_has_a_sample() {
        for (count, columns, rows) in [(1, 1, 1), (4, 2, 2), (16, 4, 4), (42, 6, 7)] {
            let pattern = Pattern::new(count);
            let unshifted = Shift { place: Vec2::ZERO, moment: 0 };
            let mut parts: Vec<u32> = (0..count)
                .map(|k| {
                    let place = pattern.place(k, 0, 0, &unshifted);
                    assert_eq!((place.time * count as f32) as u32, k);
                    (place.x as u32 * columns / 1024) + columns * (place.y as u32 * rows / 1024)
                })
                .collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn shifted_samples_stay_in_their_pixel_and_their_time() {
        let pattern = Pattern::new(16);
        for pixel in 0..1000 {
            let (x, y) = (pixel * 7 % 640, pixel * 13 % 480);
            for k in 0..16 {
                let place = pattern.place(k, x, y, &pattern.shift(x, y));
                assert_eq!(((place.x / SUBPIXELS) as u32, (place.y / SUBPIXELS) as u32), (x, y));
                assert_eq!((place.time * 16.0) as u32, k);
            }
        }
    }

    /// Over many pixels the samples are everywhere alike.
    #[test]
    fn samples_are_uniform() {
        let pattern = Pattern::new(4);
        let mut sum = Vec3::ZERO;
        for pixel in 0..40_000 {
            let (x, y) = (pixel % 200, pixel / 200);
            let place = pattern.place(pixel % 4, x, y, &pattern.shift(x, y));
            sum += Vec3::new(place.x / SUBPIXELS - x as f32, place.y / SUBPIXELS - y as f32, place.time);
        }
        assert!((sum / 40_000.0).distance(Vec3::splat(0.5)) < 0.02, "{}", sum / 40_000.0);
    }
}
