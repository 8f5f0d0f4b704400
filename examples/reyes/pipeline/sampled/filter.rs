//! Filter: the colour of each pixel from its samples and its neighbours'.

use super::{composite::from_words, sampling::Pattern};
use crate::reyes::{
    geometry::camera::SUBPIXELS,
    pipeline::shade::{background, pack},
};
use whipple::prelude::*;

/// Pairs of columns of pixels of one task.
#[device]
pub const PAIRS: u32 = 8;

/// Rows of pixels whose samples one task reads. As many of the first and of the last as the kernel reaches lie outside
/// of its tile.
#[device]
pub const ROWS: u32 = 32;

/// How many pixels along one axis the samples of a pixel may count for: itself, and two on each side.
#[device]
pub const AROUND: usize = 5;

/// A reconstruction filter: how much a sample counts for a pixel, by its distance from the pixel's centre along x,
/// times the same along y.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Kernel {
    /// All samples of the pixel alike
    Box,
    /// Falling evenly to a distance of a pixel
    Tent,
    /// The cubic of Mitchell and Netravali (1988), to a distance of two pixels: sharper, with a slight overshoot
    #[default]
    Mitchell,
}

/// A kernel along one axis, as cubics of how far a sample is from the centre of its own pixel, 0 to 0.5 pixels: how
/// much it counts for the pixels around. Of each cubic the constant is first.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// How many pixels away it still counts.
    pub reach: u32,
    /// For its own pixel.
    pub own: Vec4,
    /// For the next pixel on its side of the centre.
    pub near: Vec4,
    /// For the next pixel on the other side.
    pub other: Vec4,
    /// For the second pixel on its side, without the constant and the linear part, which are 0. For that on the other
    /// side it does not count.
    pub far: Vec2,
}

/// What the samples of some pixels of a row add to five pixels of a column: from two above that row to two below it.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Sums {
    /// The sums of colours times their weights, the colours as [`from_words`] gives them.
    pub colours: [Vec4; AROUND],
    /// The sums of the weights.
    pub weights: [f32; AROUND],
}

/// What the threads of [`Filter`] share: the sums of all threads for their uppermost pixel, then those for the next
/// one, and so on. 25,600 bytes.
#[device]
pub struct Parts {
    /// See [`Sums::colours`].
    pub colours: SharedArray<Vec4, 1280>,
    /// See [`Sums::weights`].
    pub weights: SharedArray<f32, 1280>,
}

/// Filters the samples of a tile of 16 pixels in each of 28 to 32 rows, the fewer the farther the kernel reaches. The
/// work item is the tile, row after row.
///
/// A thread has two neighbouring columns, and one row of pixels whose samples it reads: each of them once, for both
/// columns and for all rows that it counts for. Then each thread adds up what others have for its pixel, one column
/// after the other.
#[procedure(level = 1, threads = 256, shared = Parts)]
pub struct Filter {
    /// Image width in pixels.
    pub width: u32,
    /// Image height in pixels.
    pub height: u32,
    /// The filter.
    pub kernel: Weights,
    /// The samples of a pixel.
    pub pattern: Pattern,
    /// See [`Composite::colours`](super::composite::Composite::colours).
    pub colours: Buffer<u64>,
    /// The picture, row after row: red in the lowest byte, then green, blue, 255.
    pub picture: Buffer<u32>,
}

#[execute]
impl Execute for Filter {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, tile: &u32) {
        let shared = ctx.shared();
        let across = self.width.div_ceil(2 * PAIRS);
        let left = *tile % across * 2 * PAIRS + ctx.thread() % PAIRS * 2;
        let top = *tile / across * self.rows();
        // What lies above the image or left of it counts as below or right of it.
        let row = (top + ctx.thread() / PAIRS).wrapping_sub(self.kernel.reach);
        let mut first = Sums { colours: [Vec4::ZERO; AROUND], weights: [0.0; AROUND] };
        let mut second = first;
        // No loop, so that a compiler sees which sums each adds to: then they stay in registers.
        self.read_pixel(0, left, row, &mut first, &mut second);
        self.read_pixel(1, left, row, &mut first, &mut second);
        self.read_pixel(2, left, row, &mut first, &mut second);
        self.read_pixel(3, left, row, &mut first, &mut second);
        self.read_pixel(4, left, row, &mut first, &mut second);
        self.read_pixel(5, left, row, &mut first, &mut second);
        share(shared, ctx.thread(), &first);
        ctx.barrier();
        self.draw(shared, ctx.thread(), left, top);
        ctx.barrier();
        share(shared, ctx.thread(), &second);
        ctx.barrier();
        self.draw(shared, ctx.thread(), left + 1, top);
    }
}

#[device]
impl Filter {
    /// Rows of pixels of a tile.
    pub fn rows(&self) -> u32 {
        ROWS - 2 * self.kernel.reach
    }

    /// How many tiles the image has.
    pub fn tiles(&self) -> u32 {
        self.width.div_ceil(2 * PAIRS) * self.height.div_ceil(self.rows())
    }

    /// Adds the samples of pixel `k` of a row, of the six that may count for column `left` and the next one, to the
    /// sums of these two columns.
    pub fn read_pixel(&self, k: usize, left: u32, row: u32, first: &mut Sums, second: &mut Sums) {
        let column = (left + k as u32).wrapping_sub(2);
        let counts = k as u32 + self.kernel.reach >= 2 && k as u32 <= 3 + self.kernel.reach;
        if counts && column < self.width && row < self.height {
            let shift = self.pattern.shift(column, row);
            let count = self.pattern.count;
            let sample = (row * self.width + column) * count;
            let mut index = 0;
            while index < count {
                // They arrive together.
                let mut words = self.colours.get(sample + index);
                let mut second_words = self.colours.get(sample + (index + 1).min(count - 1));
                let mut third_words = self.colours.get(sample + (index + 2).min(count - 1));
                let fourth_words = self.colours.get(sample + (index + 3).min(count - 1));
                let end = (index + 4).min(count);
                while index < end {
                    let offset = self.pattern.offset(index, &shift);
                    let along_x = self.kernel.around(offset.x / SUBPIXELS - 1.5);
                    let along_y = self.kernel.around(offset.y / SUBPIXELS - 1.5);
                    let colour = from_words(words);
                    if k < 5 {
                        first.add(colour, along_x[4 - k], &along_y);
                    }
                    if k > 0 {
                        second.add(colour, along_x[5 - k], &along_y);
                    }
                    words = second_words;
                    second_words = third_words;
                    third_words = fourth_words;
                    index += 1;
                }
            }
        }
    }

    /// Draws a thread's pixel, of column `x`, in the tile whose first row is `top`.
    pub fn draw(&self, shared: &Parts, thread: u32, x: u32, top: u32) {
        let y = top + thread / PAIRS;
        if thread / PAIRS < self.rows() && x < self.width && y < self.height {
            let mut sum = Vec4::ZERO;
            let mut weights = 0.0;
            // Of the lowest row that counts the sums for the uppermost pixel, and so on.
            for k in 2 - self.kernel.reach..3 + self.kernel.reach {
                let part = k * 256 + thread + (self.kernel.reach + 2 - k) * PAIRS;
                sum += shared.colours.get(part);
                weights += shared.weights.get(part);
            }
            let blended = sum / (weights * 65535.0);
            let behind = background(y, self.height) * (1.0 - blended.w);
            self.picture.set(y * self.width + x, pack(blended.truncate() + behind));
        }
    }
}

/// Shows the sums of a thread to the others.
#[device]
#[allow(clippy::needless_range_loop, reason = "device code has no iterators")]
pub fn share(shared: &Parts, thread: u32, sums: &Sums) {
    for k in 0..AROUND {
        shared.colours.set(k as u32 * 256 + thread, sums.colours[k]);
        shared.weights.set(k as u32 * 256 + thread, sums.weights[k]);
    }
}

#[device]
impl Sums {
    /// Adds a sample that counts this much along x, and along y for the pixel two above, and so on.
    #[allow(clippy::needless_range_loop, reason = "device code has no iterators")]
    pub fn add(&mut self, colour: Vec4, along_x: f32, along_y: &[f32; AROUND]) {
        let weighted = colour * along_x;
        for k in 0..AROUND {
            self.colours[k] += weighted * along_y[k];
            self.weights[k] += along_x * along_y[k];
        }
    }
}

#[device]
impl Weights {
    /// How much a sample counts along one axis for the pixel two before its own, for the one before, its own, and the
    /// two after it. It is this far behind the centre of its own, -0.5 to 0.5 pixels.
    pub fn around(&self, distance: f32) -> [f32; AROUND] {
        let after = distance > 0.0;
        let from = distance.abs();
        let near = cubic(self.near, from);
        let other = cubic(self.other, from);
        let far = (self.far.y * from + self.far.x) * (from * from);
        [
            if after { 0.0 } else { far },
            if after { other } else { near },
            cubic(self.own, from),
            if after { near } else { other },
            if after { far } else { 0.0 },
        ]
    }
}

/// The value of a polynomial, whose constant is first, at `x`.
#[device]
pub fn cubic(factors: Vec4, x: f32) -> f32 {
    (factors.w * x + factors.z) * (x * x) + (factors.y * x + factors.x)
}

impl Kernel {
    /// The kernel along one axis. The factor that all weights have in common does not matter.
    pub fn weights(self) -> Weights {
        let none = Weights { reach: 0, own: Vec4::X, near: Vec4::ZERO, other: Vec4::ZERO, far: Vec2::ZERO };
        match self {
            Self::Box => none,
            Self::Tent => Weights { reach: 1, own: Vec4::new(1.0, -1.0, 0.0, 0.0), near: Vec4::Y, ..none },
            // At a distance x below 1 it is 7x³ - 12x² + 16/3, from there on -7/3x³ + 12x² - 20x + 32/3.
            Self::Mitchell => Weights {
                reach: 2,
                own: Vec4::new(16.0 / 3.0, 0.0, -12.0, 7.0),
                near: Vec4::new(1.0 / 3.0, 3.0, 9.0, -7.0),
                other: Vec4::new(1.0 / 3.0, -3.0, 5.0, -7.0 / 3.0),
                far: Vec2::new(-2.0, 7.0 / 3.0),
            },
        }
    }
}

/// How much a sample counts at a distance along one axis, in pixels: what [`Weights`] says in another way.
#[cfg(test)]
pub fn weigh_sample(kernel: Kernel, distance: f32) -> f32 {
    let x = distance.abs();
    match kernel {
        Kernel::Box => f32::from((-0.5..0.5).contains(&distance)),
        Kernel::Tent => (1.0 - x).max(0.0),
        Kernel::Mitchell if x < 1.0 => (7.0 * x - 12.0) * x * x + 16.0 / 3.0,
        Kernel::Mitchell if x < 2.0 => ((12.0 - 7.0 / 3.0 * x) * x - 20.0) * x + 32.0 / 3.0,
        Kernel::Mitchell => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_fall_evenly_and_sum_to_a_constant() {
        for (kernel, sum) in [(Kernel::Box, 1.0), (Kernel::Tent, 1.0), (Kernel::Mitchell, 6.0)] {
            for step in -512..512 {
                let x = step as f32 / 1024.0;
                let found = kernel.weights().around(x);
                for (k, weight) in (-2..=2).zip(found) {
                    let expected = weigh_sample(kernel, x - k as f32);
                    assert!((weight - expected).abs() < 1e-5, "{kernel:?} at {x} from {k}: {weight}, not {expected}");
                }
                assert!((found.iter().sum::<f32>() - sum).abs() < 1e-5, "{kernel:?} at {x}: {found:?}");
                let mut turned = kernel.weights().around(-x);
                turned.reverse();
                assert!(x == 0.0 || found == turned, "{kernel:?} at {x}: {found:?} and {turned:?}");
            }
        }
        assert!(weigh_sample(Kernel::Mitchell, 1.0).abs() - 1.0 / 3.0 < 1e-5);
    }
}
