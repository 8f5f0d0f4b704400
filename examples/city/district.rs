//! What makes parts of a city differ: districts with heights and a character of their own, parks and squares.
//!
//! All is a hash of the seed and of a place, so that a block is the same in a small city and in a large one.

use crate::city::{layout::Layout, shape::mix};
use whipple::{glam::IVec2, prelude::*};

/// The distance from the middle of a district to that of the next, more or less, in metres.
const DISTRICT: f32 = 560.0;
/// How far the height of a district's middle reaches, in metres.
const REACH: f32 = 330.0;
/// The distance from the middle of a city at which all that is high ends, at least and at most, in metres.
const MIDDLE: (f32, f32) = (150.0, 900.0);

/// What a lot is for. The label of its shape.
#[device]
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A building.
    Building = 0,
    /// Lawn and trees.
    Park = 1,
    /// Pavement and a few trees.
    Square = 2,
}

/// What is built in a district, as the styles of its lots tell rules. 0 is for a bit of everything.
#[device]
pub const MIXED: u8 = 0;
/// Glass and metal.
#[device]
pub const BUSINESS: u8 = 1;
/// Stone and brick.
#[device]
pub const OLD: u8 = 2;

/// A district.
#[derive(Clone, Copy, Debug)]
struct District {
    /// Its middle.
    middle: Vec2,
    /// How high its middle is, as a part of the highest.
    peak: f32,
    /// How high all of it is, as a part of the city's edge.
    base: f32,
    /// What is built.
    character: u8,
    /// How far a park in its middle reaches, in metres; 0 where it has none.
    park: f32,
}

impl District {
    /// The district in a cell of the grid that districts have, which lie somewhere in their cells. The first lies around the
    /// origin.
    fn new(cell: IVec2, seed: u32) -> Self {
        let mixed = Self { middle: Vec2::ZERO, peak: 0.0, base: 1.0, character: MIXED, park: 0.0 };
        if cell == IVec2::ZERO {
            return mixed;
        }
        let bits = hash(seed, 1, (cell.x, cell.y));
        let place = Vec2::new(part(bits), part(mix(bits))) - 0.5;
        let middle = (cell.as_vec2() + place * 0.5) * DISTRICT;
        let size = part(mix(bits ^ 3));
        match part(mix(bits ^ 2)) {
            ..0.3 => Self { middle, peak: 0.75 + 0.25 * size, base: 1.2, character: BUSINESS, ..mixed },
            ..0.45 => Self { middle, base: 1.0, park: 90.0 + 110.0 * size, ..mixed },
            ..0.75 => Self { middle, base: 0.4, character: OLD, ..mixed },
            _ => Self { middle, peak: 0.25 * size, base: 0.9, ..mixed },
        }
    }

    /// The districts around a point.
    fn around(point: Vec2, seed: u32) -> [Self; 9] {
        let cell = (point / DISTRICT).round().as_ivec2();
        std::array::from_fn(|k| Self::new(cell + IVec2::new(k as i32 % 3 - 1, k as i32 / 3 - 1), seed))
    }

    /// The district that a point is in: whose middle is nearest.
    fn of(point: Vec2, around: &[Self; 9]) -> Self {
        let far = |district: &&Self| district.middle.distance_squared(point);
        *around.iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(&around[4])
    }
}

/// How high may be built on a lot of the block around `point`, and the character of its district. `bits` are the lot's own.
pub fn height(layout: &Layout, point: Vec2, radius: f32, seed: u32, bits: u32) -> (f32, u8) {
    let districts = District::around(point, seed);
    let own = District::of(point, &districts);
    let main = slope(point.length() / radius.clamp(MIDDLE.0, MIDDLE.1));
    let others = districts.iter().map(|other| other.peak * slope(other.middle.distance(point) / REACH));
    let peak = others.fold(main, f32::max);
    // Around the middle the district's own edge is that of the city.
    let base = layout.outskirts * if main > 0.3 { 1.0 } else { own.base };
    let room = (0.55 + 0.45 * part(bits)) * peak;
    (base + (layout.middle - base) * room, own.character)
}

/// How a city falls off, from 1 in the middle of what is high.
fn slope(outwards: f32) -> f32 {
    let square = outwards * outwards;
    1.0 / (1.0 + 3.0 * square + 9.0 * square * square)
}

/// Whether the whole block around `middle` is a park, by itself or as a part of a larger one. The first block of a city never is.
pub fn is_park(layout: &Layout, block: (i32, i32), middle: Vec2, seed: u32) -> bool {
    if layout.parks == 0 || block == (0, 0) {
        return false;
    }
    let own = District::of(middle, &District::around(middle, seed));
    let is_within = (own.middle - middle).abs().max_element() < own.park;
    is_within || hash(seed, 4, block).is_multiple_of(layout.parks)
}

/// What a lot of a block that is no park is for. The lots of the first block are built on.
pub fn use_of(layout: &Layout, block: (i32, i32), place: u32, seed: u32) -> Use {
    let open =
        layout.squares > 0 && block != (0, 0) && mix(hash(seed, 5, block) ^ place).is_multiple_of(layout.squares);
    if open { Use::Square } else { Use::Building }
}

/// The bits of a place, of as many kinds as there are numbers.
fn hash(seed: u32, kind: u32, place: (i32, i32)) -> u32 {
    let column = mix(seed ^ kind.wrapping_mul(0x9e37_79b9) ^ place.0 as u32);
    mix(column.wrapping_mul(0x85eb_ca6b) ^ place.1 as u32)
}

/// A number from 0 to 1.
fn part(bits: u32) -> f32 {
    (bits >> 8) as f32 / (1u32 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::rules::skyscraper::LAYOUT;
    use std::collections::HashSet;

    /// A large city is no carpet: it is high in several places, built in several ways, and open in parks and squares.
    #[test]
    fn a_large_city_has_districts_parks_and_squares() {
        for seed in 1..4 {
            let site = LAYOUT.plan(4096, seed).site();
            let characters: HashSet<u8> = site.lots.iter().map(|lot| lot.style).collect();
            assert_eq!(characters, HashSet::from([MIXED, BUSINESS, OLD]), "{seed}");
            let open = |wanted: Use| site.open.iter().filter(|lot| lot.label == wanted as u8).count();
            assert!(open(Use::Park) > 100 && open(Use::Square) > 50, "{seed}: {}", site.open.len());
            // Beyond the reach of what is high in the middle some lots are as high as half of it, and most are far lower.
            let far = site.lots.iter().filter(|lot| lot.origin.truncate().length() > MIDDLE.1);
            let heights: Vec<f32> = far.map(|lot| lot.size.z / LAYOUT.middle).collect();
            let part = |of: fn(f32) -> bool| heights.iter().filter(|height| of(**height)).count() * 100 / heights.len();
            assert!(part(|height| height > 0.5) >= 1 && part(|height| height < 0.3) > 50, "{seed}");
        }
    }
}
