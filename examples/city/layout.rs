//! The plan of a city: blocks of lots with streets around them, as the initial shapes of a derivation.

use crate::city::shape::{Frame, Material, Shape, mix};
use whipple::prelude::*;

/// How lots and streets lie. Lengths in metres.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Width and depth of a lot.
    pub lot: (f32, f32),
    /// Lots side by side in a block, which has two rows of them back to back.
    pub columns: u32,
    /// Width of a street.
    pub street: f32,
    /// How high may be built at the edge of the city.
    pub outskirts: f32,
    /// How high may be built in its middle.
    pub middle: f32,
}

/// The initial shapes of a city.
pub struct Site {
    /// The lots; as high as may be built there.
    pub lots: Vec<Shape>,
    /// Blocks with the streets around them up to their middle.
    pub streets: Vec<Shape>,
    /// Half the width of the square that all this lies in, around the origin.
    pub radius: f32,
}

impl Layout {
    /// The width and depth of a block with the streets around it, up to their middle.
    pub fn pitch(&self) -> Vec2 {
        Vec2::new(self.columns as f32 * self.lot.0 + self.street, 2.0 * self.lot.1 + self.street)
    }

    /// A city of this many buildings, each on a lot of its own, around the origin.
    pub fn site(&self, buildings: u32, seed: u32) -> Site {
        let (pitch, per_block) = (self.pitch(), 2 * self.columns);
        let blocks = self.blocks(buildings.div_ceil(per_block) as usize);
        let reach = |block: &(i32, i32)| (Vec2::new(block.0 as f32, block.1 as f32).abs() + 0.5) * pitch;
        let radius = blocks.iter().map(|block| reach(block).max_element()).fold(0.0, f32::max);
        let mut site = Site { lots: Vec::with_capacity(buildings as usize), streets: Vec::new(), radius };
        for (number, block) in blocks.iter().enumerate() {
            let middle = Vec2::new(block.0 as f32, block.1 as f32) * pitch;
            let mut street = initial(seed, (middle - pitch * 0.5).extend(0.0), pitch.extend(1.0), number as u32);
            street.seed = mix(street.seed);
            site.streets.push(street);
            for place in 0..per_block.min(buildings - number as u32 * per_block) {
                let index = number as u32 * per_block + place;
                site.lots.push(self.lot(middle, place, radius, mix(seed) ^ index));
            }
        }
        site.lots = dealt(&site.lots);
        site
    }

    /// The blocks of a city, by column and row: those nearest to the middle.
    fn blocks(&self, count: usize) -> Vec<(i32, i32)> {
        let side = (count as f64).sqrt().ceil() as i32 + 2;
        let mut all: Vec<(i32, i32)> = (-side..=side).flat_map(|x| (-side..=side).map(move |y| (x, y))).collect();
        let pitch = self.pitch();
        // Lengths in centimetres are whole numbers, which have an order.
        let distance = |(x, y): (i32, i32)| {
            let (x, y) = (f64::from(x) * f64::from(pitch.x), f64::from(y) * f64::from(pitch.y));
            (x.hypot(y) * 100.0) as u64
        };
        all.sort_by_key(|block| (distance(*block), *block));
        all.truncate(count);
        all
    }

    /// Lot number `place` of the block around `middle`. The second row is turned, so that each faces a street.
    fn lot(&self, middle: Vec2, place: u32, radius: f32, seed: u32) -> Shape {
        let (width, depth) = self.lot;
        let (column, back) = (place % self.columns, place >= self.columns);
        let right = (column as f32 - self.columns as f32 * 0.5) * width;
        let bits = mix(seed);
        let outwards = (middle.length() / radius.max(150.0)).min(1.0);
        let square = outwards * outwards;
        let slope =
            (0.55 + 0.45 * (bits >> 8) as f32 / (1u32 << 24) as f32) / (1.0 + 3.0 * square + 9.0 * square * square);
        let height = self.outskirts + (self.middle - self.outskirts) * slope;
        let mut lot = initial(bits, Vec3::ZERO, Vec3::new(width, depth, height), 0);
        if back {
            lot.origin = (middle + Vec2::new(right + width, depth)).extend(0.0);
            lot.frame = Frame { i: 0.0, j: 0.0, k: 1.0, real: 0.0 };
        } else {
            lot.origin = (middle + Vec2::new(right, -depth)).extend(0.0);
        }
        lot
    }
}

/// All items, in an order in which those that follow each other were far apart: the highest lots lie side by side, and who takes a few should
/// not have more work than others.
fn dealt<T: Copy>(items: &[T]) -> Vec<T> {
    let count = items.len();
    // Near the golden section, whose multiples are spread evenly; with no common divisor, so that each item comes once.
    let step = (count * 618 / 1000..).find(|step| gcd(*step, count) == 1).unwrap_or(1);
    (0..count).map(|k| items[k * step % count]).collect()
}

/// The greatest common divisor.
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A shape that no rule was applied to.
fn initial(seed: u32, origin: Vec3, size: Vec3, number: u32) -> Shape {
    let seed = mix(seed ^ number.wrapping_mul(0x9e37_79b9));
    Shape { origin, frame: Frame::WORLD, size, seed, label: 0, style: 0, material: Material::Concrete, depth: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_has_as_many_lots_as_buildings() {
        let layout = Layout { lot: (30.0, 20.0), columns: 3, street: 10.0, outskirts: 10.0, middle: 100.0 };
        for buildings in [1, 5, 6, 7, 100, 1000] {
            let site = layout.site(buildings, 1);
            assert_eq!(site.lots.len(), buildings as usize);
            assert_eq!(site.streets.len(), buildings.div_ceil(6) as usize);
            let seeds: std::collections::HashSet<u32> = site.lots.iter().map(|lot| lot.seed).collect();
            assert_eq!(seeds.len(), buildings as usize, "each lot has random numbers of its own");
            for shape in site.lots.iter().chain(&site.streets) {
                for corner in [Vec3::ZERO, shape.size] {
                    let point = shape.point(corner).truncate().abs();
                    assert!(point.max_element() <= site.radius + 1e-3, "{point} is outside of the city");
                }
                assert!(shape.size.z <= 100.0);
            }
        }
    }
}
