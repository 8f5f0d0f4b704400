//! Filter: the colour of each pixel from its samples and its neighbours'.

use super::{composite::from_words, sampling::Pattern};
use crate::reyes::{camera::SUBPIXELS, image::background, shade::pack};
use whipple::prelude::*;

/// Pixels of one task each way.
#[device]
pub const TILE: u32 = 16;

/// A reconstruction filter: how much a sample counts for a pixel, by its distance from the pixel's centre along x, times
/// the same along y.
#[device]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Kernel {
    /// All samples of the pixel alike
    Box = 0,
    /// Falling evenly to a distance of a pixel
    Tent = 1,
    /// The cubic of Mitchell and Netravali (1988), to a distance of two pixels: sharper, with a slight overshoot
    #[default]
    Mitchell = 2,
}

/// Filters the samples of [`TILE`] x [`TILE`] pixels, one pixel a thread. The work item is the tile, row after row.
#[procedure(level = 1, threads = 256)]
pub struct Filter {
    /// Image width in pixels.
    pub width: u32,
    /// Image height in pixels.
    pub height: u32,
    /// The filter.
    pub kernel: Kernel,
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
        let tiles = self.width.div_ceil(TILE);
        let x = *tile % tiles * TILE + ctx.thread() % TILE;
        let y = *tile / tiles * TILE + ctx.thread() / TILE;
        if x < self.width && y < self.height {
            let reach = if self.kernel == Kernel::Box {
                0u32
            } else if self.kernel == Kernel::Tent {
                1
            } else {
                2
            };
            let mut sum = Vec4::ZERO;
            let mut weights = 0.0;
            for row in y.max(reach) - reach..(y + reach + 1).min(self.height) {
                for column in x.max(reach) - reach..(x + reach + 1).min(self.width) {
                    let shift = self.pattern.shift(column, row);
                    for index in 0..self.pattern.count {
                        let place = self.pattern.place(index, column, row, &shift);
                        let weight = weigh_sample(self.kernel, place.x / SUBPIXELS - (x as f32 + 0.5))
                            * weigh_sample(self.kernel, place.y / SUBPIXELS - (y as f32 + 0.5));
                        let sample = (row * self.width + column) * self.pattern.count + index;
                        sum += from_words(self.colours.get(sample)) * weight;
                        weights += weight;
                    }
                }
            }
            let blended = sum / (weights * 65535.0);
            let behind = background(y, self.height) * (1.0 - blended.w);
            self.picture.set(y * self.width + x, pack(blended.truncate() + behind));
        }
    }
}

/// How much a sample counts at a distance along one axis, in pixels.
#[device]
pub fn weigh_sample(kernel: Kernel, distance: f32) -> f32 {
    let x = distance.abs();
    if kernel == Kernel::Box {
        return 1.0;
    }
    if kernel == Kernel::Tent {
        return (1.0 - x).max(0.0);
    }
    if x < 1.0 {
        (7.0 * x - 12.0) * x * x + 16.0 / 3.0
    } else if x < 2.0 {
        ((12.0 - 7.0 / 3.0 * x) * x - 20.0) * x + 32.0 / 3.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_fall_evenly_and_sum_to_a_constant() {
        for (kernel, sum) in [(Kernel::Tent, 1.0), (Kernel::Mitchell, 6.0)] {
            for step in 0..=20 {
                let x = step as f32 / 20.0;
                let found: f32 = (-2..=2).map(|k| weigh_sample(kernel, x - k as f32)).sum();
                assert!((found - sum).abs() < 1e-4, "{kernel:?} at {x}: {found}");
                assert_eq!(weigh_sample(kernel, x), weigh_sample(kernel, -x));
            }
        }
        assert!(weigh_sample(Kernel::Mitchell, 1.0).abs() - 1.0 / 3.0 < 1e-5);
    }
}
