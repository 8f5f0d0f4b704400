//! Streets of several widths around a block, as [`layout`](crate::city::layout) lays them out.

use crate::city::{operators::transform::translate, shape::Shape};
use whipple::prelude::*;

/// Widths of streets: the usual one.
#[device]
pub const STREET: f32 = 14.0;
/// A narrow one.
#[device]
pub const LANE: f32 = 10.0;
/// A wide one.
#[device]
pub const AVENUE: f32 = 30.0;

/// Half the width of the street on a side of a block: south, east, north, west.
#[device]
pub fn half_street(street: Shape, side: u32) -> f32 {
    match street.label >> (2 * side) & 3 {
        0 => STREET * 0.5,
        1 => LANE * 0.5,
        _ => AVENUE * 0.5,
    }
}

/// What streets leave of the shape that they lie around.
#[device]
pub fn block_in(street: Shape) -> Shape {
    let west = half_street(street, 3);
    let south = half_street(street, 0);
    let mut block = translate(street, Vec3::new(west, south, 0.0));
    block.size.x = street.size.x - west - half_street(street, 1);
    block.size.y = street.size.y - south - half_street(street, 2);
    block
}
