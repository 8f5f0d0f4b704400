//! Where in a pixel, and when, the samples are.
//!
//! The samples of a pixel are jittered: one at a random place of each part of the pixel, and one at a random moment of each part of
//! the time that the shutter is open. All pixels have the same pattern, changed by a hash of the pixel's place: so
//! neighbours differ, and no random numbers are drawn on the device. The hash inverts bits of places (a random digital shift, as in Kollig
//! and Keller 2002): parts of a pixel whose sides are powers of two change places, and each keeps its sample. Moments it shifts, and
//! wraps around. A single sample is in the middle of its pixel.

use crate::reyes::geometry::camera::SUBPIXELS;
use whipple::prelude::*;

/// How many samples a pixel may have.
pub const COUNTS: [u32; 4] = [1, 4, 16, 42];

/// The most of them.
#[device]
pub const MOST: usize = 42;

/// How many samples are tested together.
#[device]
pub const TOGETHER: usize = 4;

/// How often, if there are [`MOST`].
#[device]
pub const GROUPS: usize = 11;

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
    /// Where each is, before the pixel changes it: whole subpixels, and [`SUBPIXELS`] more. [`TOGETHER`] in a group; the last may have
    /// places of no sample.
    pub places: [[Vec2; TOGETHER]; GROUPS],
    /// When it is within its part of the time, of 4096.
    pub moments: [u32; MOST],
}

/// What a pixel does to the pattern.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// The bits of columns of subpixels that it inverts, where [`Pattern::places`] has them.
    pub columns: u32,
    /// Those of rows.
    pub rows: u32,
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
    /// What the pixel (x, y) does to its samples.
    pub fn shift(&self, x: u32, y: u32) -> Shift {
        let hash = hash_of(x, y) & self.changing;
        Shift { columns: hash << 13 & DIGITS, rows: hash << 3 & DIGITS, moment: hash >> 20 }
    }

    /// Sample `index` of the pixel (x, y), whose shift is `shift`.
    pub fn place(&self, index: u32, x: u32, y: u32, shift: &Shift) -> Place {
        let offset = self.offset(index, shift);
        Place {
            x: before_pixel(x) + offset.x,
            y: before_pixel(y) + offset.y,
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

    /// Where sample `index` is, seen from a pixel to the left of and above its own, which has this shift; in subpixels.
    ///
    /// All such places have the same exponent, so that their bits are those of whole numbers.
    pub fn offset(&self, index: u32, shift: &Shift) -> Vec2 {
        shift.change(self.places[(index / TOGETHER as u32) as usize][(index % TOGETHER as u32) as usize])
    }
}

#[device]
impl Shift {
    /// A place of the pattern, changed.
    pub fn change(&self, place: Vec2) -> Vec2 {
        Vec2::new(f32::from_bits(place.x.to_bits() ^ self.columns), f32::from_bits(place.y.to_bits() ^ self.rows))
    }
}

/// The bits of a number from 1024 to 2047, as f32, that say which it is.
#[device]
pub const DIGITS: u32 = 1023 << 13;

/// Where the pixel before pixel `index` of a row or column begins, in subpixels.
#[device]
pub fn before_pixel(index: u32) -> f32 {
    (small_number(index) - 1.0) * SUBPIXELS
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
        let (mut places, mut moments) = ([[Vec2::ZERO; TOGETHER]; GROUPS], [0; MOST]);
        if columns * rows == 1 {
            (places[0][0], moments[0]) = (Vec2::splat(1.5 * SUBPIXELS), 2048);
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
            places.as_flattened_mut()[k] = Vec2::new(x as f32, y as f32) + Vec2::splat(SUBPIXELS);
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
            let unshifted = Shift { columns: 0, rows: 0, moment: 0 };
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

    /// How far the share of samples beside a line through the pixel is from the share of its area, over random lines and pixels: the root of
    /// the mean square. That of 16 random places is 0.09.
    #[test]
    fn edges_are_smooth() {
        let mut state = 0u32;
        let mut random = |below: u32| {
            state += 1;
            hash_of(state, below) % below
        };
        for (count, most) in [(4, 0.14), (16, 0.055), (42, 0.04)] {
            let pattern = Pattern::new(count);
            let (lines, pixels) = (200, 50);
            let mut squares = 0.0;
            for _ in 0..lines {
                let angle = random(10_000) as f32 * 1e-4 * std::f32::consts::TAU;
                let normal = Vec2::new(angle.cos(), angle.sin());
                let through = Vec2::new(random(1024) as f32, random(1024) as f32);
                let beside = |at: Vec2| normal.dot(at - through) < 0.0;
                let centres = (0..32 * 32).map(|k| Vec2::new((k % 32 * 32 + 16) as f32, (k / 32 * 32 + 16) as f32));
                let area = centres.filter(|at| beside(*at)).count() as f32 / (32.0 * 32.0);
                for _ in 0..pixels {
                    let shift = pattern.shift(random(16_384), random(16_384));
                    let places = (0..count).map(|index| pattern.offset(index, &shift) - Vec2::splat(SUBPIXELS));
                    squares += (places.filter(|at| beside(*at)).count() as f32 / count as f32 - area).powi(2);
                }
            }
            let error = (squares / (lines * pixels) as f32).sqrt();
            println!("{count} samples: {error}");
            assert!(error < most, "{count} samples: {error}");
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
