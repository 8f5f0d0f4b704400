//! The plan of a city: which blocks it has, and the initial shapes of all of it or of a piece.

use crate::city::{
    district::{self, Use},
    layout::{Block, Grid, Layout},
    owners::Owners,
    shape::{SQUARE, Shape, mix},
};
use std::collections::BTreeMap;

/// Blocks along each side of a piece: a few thousand buildings, which a GPU is busy with, and whose terminals take some hundred
/// megabytes at most.
pub const PIECE: i32 = 32;

/// Which blocks a city has, and what is on them.
pub struct Plan {
    layout: Layout,
    seed: u32,
    grid: Grid,
    blocks: Vec<Block>,
    /// Half the width of the square that the city lies in, around the origin.
    pub radius: f32,
}

/// The initial shapes of a city or of a piece of one.
pub struct Site {
    /// The lots to build on; as high as may be built there.
    pub lots: Vec<Shape>,
    /// The lots that are left open: their label is a [`Use`].
    pub open: Vec<Shape>,
    /// Blocks with the streets around them up to their middle.
    pub streets: Vec<Shape>,
}

/// A square of blocks, some of which a city has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tile {
    /// From south to north.
    pub row: i32,
    /// From west to east.
    pub column: i32,
}

impl Plan {
    /// The plan of a city; see [`Layout::plan`].
    pub fn new(layout: Layout, buildings: u32, seed: u32) -> Self {
        let blocks = buildings.div_ceil(layout.lots());
        let mut reach = f64::from(blocks).sqrt().ceil() as i32 + 4;
        let (grid, blocks) = loop {
            let grid = Grid::new(&layout, reach, seed);
            match chosen(&layout, &grid, buildings, reach, seed) {
                Some(blocks) => break (grid, blocks),
                // Parks and squares took more blocks than there are.
                None => reach *= 2,
            }
        };
        let mut plan = Self { layout, seed, grid, blocks, radius: 0.0 };
        let far = |street: Shape| {
            let (low, high) = (street.origin.truncate(), (street.origin + street.size).truncate());
            low.abs().max(high.abs()).max_element()
        };
        plan.radius = plan.streets(&plan.blocks).map(far).fold(0.0, f32::max);
        plan
    }

    /// The blocks of the city, those nearest to its middle first.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// All of the city.
    pub fn site(&self) -> Site {
        self.site_of(&self.blocks)
    }

    /// The city in squares of `side` blocks each way, one of which lies around its middle.
    pub fn tiles(&self, side: i32) -> BTreeMap<Tile, Vec<Block>> {
        let tile = |place: i32| (place + side / 2).div_euclid(side);
        let mut tiles: BTreeMap<Tile, Vec<Block>> = BTreeMap::new();
        for block in &self.blocks {
            let (column, row) = (tile(block.place.0), tile(block.place.1));
            tiles.entry(Tile { row, column }).or_default().push(*block);
        }
        tiles
    }

    /// These blocks of the city.
    pub fn site_of(&self, blocks: &[Block]) -> Site {
        let mut site = Site { lots: Vec::new(), open: Vec::new(), streets: self.streets(blocks).collect() };
        for block in blocks {
            let middle = self.grid.middle(block.place);
            for (place, (wanted, building)) in (0..).zip(self.lots(block)) {
                let own = building.unwrap_or_else(|| open_seed(block.number, place));
                let mut lot = self.layout.lot(middle, place, self.radius, (self.seed, mix(self.seed) ^ own));
                if building.is_some() {
                    lot.depth = self.layout.square(place) << SQUARE;
                    site.lots.push(lot);
                } else {
                    lot.label = if wanted == Use::Building { Use::Park } else { wanted } as u8;
                    lot.size.z = OPEN_HEIGHT;
                    site.open.push(lot);
                }
            }
        }
        site.lots = dealt(&site.lots);
        site
    }

    /// What each lot of a block is for, and the number of the building that it has.
    fn lots(&self, block: &Block) -> impl Iterator<Item = (Use, Option<u32>)> {
        let mut numbers = block.before..block.before + block.buildings;
        uses(&self.layout, &self.grid, block.place, self.seed).map(move |wanted| {
            let building = if wanted == Use::Building { numbers.next() } else { None };
            (wanted, building)
        })
    }

    /// The buildings of these blocks, by their lots.
    pub fn owners(&self, blocks: &[Block]) -> Owners {
        let lots = |block: &Block| self.lots(block).map(|(_, building)| building).collect();
        Owners::new(self.layout, blocks.iter().map(|block| (self.grid.middle(block.place), lots(block))))
    }

    fn streets(&self, blocks: &[Block]) -> impl Iterator<Item = Shape> {
        blocks.iter().map(|block| self.layout.street(&self.grid, block, self.seed))
    }
}

/// The blocks that are nearest to the middle, up to the one that has the last building; `None` where this grid ends before.
fn chosen(layout: &Layout, grid: &Grid, buildings: u32, reach: i32, seed: u32) -> Option<Vec<Block>> {
    let places = (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| (x, y)));
    // Lengths in centimetres are whole numbers, which have an order.
    let far = |place| (grid.middle(place).as_dvec2().length() * 100.0) as u64;
    let mut places: Vec<(u64, (i32, i32))> = places.map(|place| (far(place), place)).collect();
    places.sort_unstable();
    let mut before = 0;
    let mut blocks = Vec::new();
    for (number, (_, place)) in places.into_iter().enumerate() {
        let built = uses(layout, grid, place, seed).filter(|wanted| *wanted == Use::Building);
        let own = (built.count() as u32).min(buildings - before);
        blocks.push(Block { place, number: number as u32, before, buildings: own });
        before += own;
        if before == buildings {
            return Some(blocks);
        }
    }
    None
}

/// What each lot of a block is for, where no building is missing.
fn uses(layout: &Layout, grid: &Grid, block: (i32, i32), seed: u32) -> impl Iterator<Item = Use> {
    let is_park = district::is_park(layout, block, grid.middle(block), seed);
    let use_of = move |lot| if is_park { Use::Park } else { district::use_of(layout, block, lot, seed) };
    (0..layout.lots()).map(use_of)
}

/// The height of a lot that is left open, in metres: room for its trees.
const OPEN_HEIGHT: f32 = 10.0;

/// What the random numbers of a lot without a building come from: numbers that no building has.
fn open_seed(block: u32, place: u32) -> u32 {
    1 << 31 | block << 8 | place
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use whipple::prelude::*;

    const LAYOUT: Layout = Layout {
        lot: (30.0, 20.0),
        columns: 3,
        streets: [10.0, 6.0, 20.0],
        level: 0.0,
        outskirts: 10.0,
        middle: 100.0,
        parks: 12,
        squares: 30,
    };

    fn words(shapes: &[Shape]) -> HashSet<[u32; 3]> {
        shapes.iter().map(|shape| [shape.seed, shape.origin.x.to_bits(), shape.origin.y.to_bits()]).collect()
    }

    #[test]
    fn a_city_has_as_many_lots_as_buildings() {
        for buildings in [1, 5, 6, 7, 100, 1000] {
            let plan = LAYOUT.plan(buildings, 1);
            let site = plan.site();
            assert_eq!(site.lots.len(), buildings as usize);
            assert_eq!(site.streets.len(), plan.blocks().len());
            assert_eq!(site.lots.len() + site.open.len(), plan.blocks().len() * 6, "each lot has a use");
            let all = || site.lots.iter().chain(&site.open);
            let seeds: HashSet<u32> = all().map(|lot| lot.seed).collect();
            assert_eq!(seeds.len(), all().count(), "each lot has random numbers of its own");
            for shape in all().chain(&site.streets) {
                for corner in [Vec3::ZERO, shape.size] {
                    let point = shape.point(corner).truncate().abs();
                    assert!(point.max_element() <= plan.radius + 1e-3, "{point} is outside of the city");
                }
                assert!(shape.size.z <= 100.0);
            }
        }
    }

    #[test]
    fn tiles_are_all_of_the_city() {
        for (buildings, side) in [(1, 1), (7, 2), (500, 3), (500, 4), (500, PIECE)] {
            let plan = LAYOUT.plan(buildings, 3);
            let whole = plan.site();
            let sites: Vec<Site> = plan.tiles(side).values().map(|blocks| plan.site_of(blocks)).collect();
            let shapes = |of: fn(&Site) -> &Vec<Shape>| sites.iter().flat_map(of).copied().collect::<Vec<Shape>>();
            let lists: [fn(&Site) -> &Vec<Shape>; 3] = [|site| &site.lots, |site| &site.open, |site| &site.streets];
            for of in lists {
                assert_eq!((shapes(of).len(), words(&shapes(of))), (of(&whole).len(), words(of(&whole))));
            }
            let largest = sites.iter().map(|site| site.streets.len()).max().expect("a piece");
            assert!(largest <= (side * side) as usize, "{side}");
            assert_eq!(sites.len() == 1, buildings < 8 && side == 2 || buildings == 1 || side == PIECE, "{side}");
        }
    }

    /// Cells of neighbours, of which each has half of the streets around it, leave no gap and do not overlap.
    #[test]
    fn streets_meet_in_their_middle() {
        let site = LAYOUT.plan(1200, 5).site();
        let corners: HashSet<[i64; 2]> = site
            .streets
            .iter()
            .map(|street| {
                let corner = street.origin.truncate() * 100.0;
                [corner.x.round() as i64, corner.y.round() as i64]
            })
            .collect();
        let reached = site.streets.iter().filter(|street| {
            let corner = street.origin.truncate() + Vec2::new(street.size.x, 0.0);
            let [x, y] = [(corner.x * 100.0).round() as i64, (corner.y * 100.0).round() as i64];
            (-1..=1).any(|dx| (-1..=1).any(|dy| corners.contains(&[x + dx, y + dy])))
        });
        // Those at the eastern edge have no neighbour there.
        assert!(reached.count() * 10 > site.streets.len() * 8);
        let widths: HashSet<u8> = site.streets.iter().map(|street| street.label & 3).collect();
        assert_eq!(widths.len(), 3, "streets have all widths");
    }
}
