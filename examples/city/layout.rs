//! How the blocks of a city lie: blocks of lots with streets around them, of several widths.

use crate::city::{
    district::height,
    plan::Plan,
    shape::{Frame, Material, Shape, mix},
};
use whipple::prelude::*;

/// Widths that a street may have: the usual one, a narrow one, an avenue.
pub const WIDTHS: usize = 3;

/// How lots and streets lie. Lengths in metres.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Width and depth of a lot.
    pub lot: (f32, f32),
    /// Lots side by side in a block, which has two rows of them back to back.
    pub columns: u32,
    /// The widths of streets; a rule set whose streets are all alike has one width three times.
    pub streets: [f32; WIDTHS],
    /// How far lots lie above the shapes of streets.
    pub level: f32,
    /// How high may be built at the edge of the city.
    pub outskirts: f32,
    /// How high may be built in its middle.
    pub middle: f32,
    /// One block in so many is a park; 0 for none.
    pub parks: u32,
    /// One lot in so many is left open; 0 for none.
    pub squares: u32,
}

/// A block of a city.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Block {
    /// Its place from west to east, and from south to north; the first block of a city is at 0, 0.
    pub place: (i32, i32),
    /// Its number in the city.
    pub number: u32,
    /// Buildings of the city that are in blocks before it.
    pub before: u32,
    /// Buildings that are on its lots. Its other lots are open.
    pub buildings: u32,
}

/// The blocks of a city along one axis, with the streets between them.
pub(super) struct Axis {
    /// The number of the first.
    first: i32,
    /// Where the middle of each block is.
    middles: Vec<f32>,
    /// Which of [`Layout::streets`] lies before each block, and after the last.
    streets: Vec<usize>,
}

impl Axis {
    /// `2 * reach + 1` blocks of this length, the middle one around the origin.
    fn new(layout: &Layout, reach: i32, length: f32, seed: u32) -> Self {
        let streets: Vec<usize> = (-reach..=reach + 1).map(|street| width_class(mix(seed ^ street as u32))).collect();
        let width = |place: i32| layout.streets[streets[(place + reach) as usize]];
        let mut middles = vec![0.0; 2 * reach as usize + 1];
        for place in 1..=reach {
            let (up, down) = ((reach + place) as usize, (reach - place) as usize);
            middles[up] = middles[up - 1] + length + width(place);
            middles[down] = middles[down + 1] - length - width(1 - place);
        }
        Self { first: -reach, middles, streets }
    }

    /// The middle of a block.
    fn middle(&self, place: i32) -> f32 {
        self.middles[(place - self.first) as usize]
    }

    /// The classes of the streets before and after a block.
    fn around(&self, place: i32) -> [usize; 2] {
        let index = (place - self.first) as usize;
        [self.streets[index], self.streets[index + 1]]
    }
}

/// Which of [`Layout::streets`] a street has: every fifth is an avenue, and every fourth of the others is narrow.
fn width_class(bits: u32) -> usize {
    match bits % 20 {
        0..=3 => 2,
        4..=7 => 1,
        _ => 0,
    }
}

/// Both axes of a city.
pub(super) struct Grid {
    axes: [Axis; 2],
}

impl Grid {
    pub(super) fn new(layout: &Layout, reach: i32, seed: u32) -> Self {
        let block = layout.block();
        Self {
            axes: [
                Axis::new(layout, reach, block.x, mix(seed ^ 0x51ed_270b)),
                Axis::new(layout, reach, block.y, mix(seed ^ 0x7a3c_95e1)),
            ],
        }
    }

    /// The middle of a block.
    pub(super) fn middle(&self, place: (i32, i32)) -> Vec2 {
        Vec2::new(self.axes[0].middle(place.0), self.axes[1].middle(place.1))
    }

    /// The classes of the streets around a block: south, east, north, west.
    fn around(&self, place: (i32, i32)) -> [usize; 4] {
        let ([west, east], [south, north]) = (self.axes[0].around(place.0), self.axes[1].around(place.1));
        [south, east, north, west]
    }
}

impl Layout {
    /// Width and depth of a block, without streets.
    pub fn block(&self) -> Vec2 {
        Vec2::new(self.columns as f32 * self.lot.0, 2.0 * self.lot.1)
    }

    /// Lots of a block.
    pub fn lots(&self) -> u32 {
        2 * self.columns
    }

    /// The middle of a lot, seen from the middle of its block.
    pub fn lot_middle(&self, place: u32) -> Vec2 {
        let (column, row) = self.column_and_row(place);
        let right = column as f32 + 0.5 - self.columns as f32 * 0.5;
        Vec2::new(right * self.lot.0, (row as f32 - 0.5) * self.lot.1)
    }

    /// The colour of a lot, 1 or 2, which those beside it and behind it do not have.
    pub fn square(&self, place: u32) -> u8 {
        let (column, row) = self.column_and_row(place);
        1 + ((column + row) % 2) as u8
    }

    /// Where a lot is in its block.
    fn column_and_row(&self, place: u32) -> (u32, u32) {
        (place % self.columns, place / self.columns)
    }

    /// A city of this many buildings, each on a lot of its own, around the origin.
    pub fn plan(&self, buildings: u32, seed: u32) -> Plan {
        Plan::new(*self, buildings, seed)
    }

    /// The streets around a block up to their middle, as a shape that has the block within it. Its label has two bits for
    /// each side: which of [`Layout::streets`] lies there.
    pub(super) fn street(&self, grid: &Grid, block: &Block, seed: u32) -> Shape {
        let around = grid.around(block.place);
        let [south, east, north, west] = around.map(|class| self.streets[class] * 0.5);
        let middle = grid.middle(block.place);
        let corner = middle - self.block() * 0.5 - Vec2::new(west, south);
        let size = self.block() + Vec2::new(west + east, south + north);
        let mut street = initial(seed, corner.extend(0.0), size.extend(1.0), block.number);
        street.seed = mix(street.seed);
        street.label = around.iter().rev().fold(0, |label, class| label << 2 | *class as u8);
        street
    }

    /// Lot number `place` of the block around `middle`. The second row is turned, so that each faces a street.
    pub(super) fn lot(&self, middle: Vec2, place: u32, radius: f32, seed: (u32, u32)) -> Shape {
        let (width, depth) = self.lot;
        let (column, back) = (place % self.columns, place >= self.columns);
        let right = (column as f32 - self.columns as f32 * 0.5) * width;
        let bits = mix(seed.1);
        let (high, style) = height(self, middle, radius, seed.0, bits);
        let mut lot = initial(bits, Vec3::ZERO, Vec3::new(width, depth, high), 0);
        lot.style = style;
        if back {
            lot.origin = (middle + Vec2::new(right + width, depth)).extend(self.level);
            lot.frame = Frame { i: 0.0, j: 0.0, k: 1.0, real: 0.0 };
        } else {
            lot.origin = (middle + Vec2::new(right, -depth)).extend(self.level);
        }
        lot
    }
}

/// A shape that no rule was applied to.
fn initial(seed: u32, origin: Vec3, size: Vec3, number: u32) -> Shape {
    let seed = mix(seed ^ number.wrapping_mul(0x9e37_79b9));
    Shape { origin, frame: Frame::WORLD, size, seed, label: 0, style: 0, material: Material::Concrete, depth: 0 }
}
