//! Which building an instance is a part of.
//!
//! An instance has no room for the number of its building. It knows the [colour](crate::city::shape::Shape::square) of the lot that it
//! comes from, and where it stands. Parts of a building reach less than a metre over the edge of its lot, and all lots around it that
//! share an edge have the other colour: so the nearest lot of its colour is its own.

use crate::city::{instance::Instance, layout::Layout};
use std::collections::HashMap;
use whipple::prelude::*;

/// The buildings of some blocks of a city, by their lots.
pub struct Owners {
    layout: Layout,
    /// Where the middles of blocks are along each axis, in order.
    axes: [Vec<f32>; 2],
    /// The building on each lot, by the place of its block on both axes.
    blocks: HashMap<[usize; 2], Vec<Option<u32>>>,
}

impl Owners {
    /// Of blocks with these middles, and with these buildings on their lots.
    pub fn new(layout: Layout, blocks: impl Iterator<Item = (Vec2, Vec<Option<u32>>)>) -> Self {
        let blocks: Vec<_> = blocks.collect();
        let axes = [0, 1].map(|axis| {
            let mut middles: Vec<f32> = blocks.iter().map(|(middle, _)| middle[axis]).collect();
            middles.sort_unstable_by(f32::total_cmp);
            middles.dedup();
            middles
        });
        let mut owners = Self { layout, axes, blocks: HashMap::new() };
        for (middle, buildings) in blocks {
            owners.blocks.insert(owners.nearest(middle), buildings);
        }
        owners
    }

    /// The number of the building that an instance of these blocks is a part of; `None` for what belongs to streets and open lots.
    pub fn of(&self, instance: &Instance) -> Option<u32> {
        let square = instance.square();
        if square == 0 {
            return None;
        }
        let point = instance.point(instance.size * 0.5).truncate();
        let place = self.nearest(point);
        let from_middle = point - Vec2::new(self.axes[0][place[0]], self.axes[1][place[1]]);
        let far = |lot: u32| {
            let outside = (from_middle - self.layout.lot_middle(lot)).abs() - Vec2::from(self.layout.lot) * 0.5;
            outside.max(Vec2::ZERO).length_squared()
        };
        let buildings = (0..).zip(self.blocks.get(&place)?).filter_map(|(lot, building)| Some((lot, (*building)?)));
        let own = buildings.filter(|(lot, _)| self.layout.square(*lot) == square);
        own.min_by(|(a, _), (b, _)| far(*a).total_cmp(&far(*b))).map(|(_, building)| building)
    }

    /// The place of the block whose middle is nearest to a point along each axis.
    fn nearest(&self, point: Vec2) -> [usize; 2] {
        [0, 1].map(|axis| {
            let middles = &self.axes[axis];
            let after = middles.partition_point(|middle| *middle < point[axis]);
            let far = |place: &usize| (middles[*place] - point[axis]).abs();
            let around = after.saturating_sub(1)..middles.len().min(after + 1);
            around.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
        })
    }
}
