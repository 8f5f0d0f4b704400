//! Operators that make faces solid or smaller, and boxes larger: extrude, inset, offset.

use crate::city::{operators::transform::translate, shape::Shape};
use whipple::prelude::*;

/// A quad as a box of `depth` metres outwards; inwards where that is below zero.
#[device]
pub fn extrude(shape: Shape, depth: f32) -> Shape {
    let mut solid = translate(shape, Vec3::new(0.0, 0.0, depth.min(0.0)));
    solid.size.z = depth.abs();
    solid
}

/// What is left of a quad within margins at its sides, below and above.
#[device]
pub fn inset(shape: Shape, sides: f32, below: f32, above: f32) -> Shape {
    let mut inner = translate(shape, Vec3::new(sides, below, 0.0));
    inner.size =
        Vec3::new((shape.size.x - 2.0 * sides).max(0.0), (shape.size.y - below - above).max(0.0), shape.size.z);
    inner
}

/// A shape whose sides were moved outwards by `distance`; inwards where that is below zero. Base and height stay.
#[device]
pub fn offset(shape: Shape, distance: f32) -> Shape {
    let mut moved = translate(shape, Vec3::new(-distance, -distance, 0.0));
    moved.size.x = (shape.size.x + 2.0 * distance).max(0.0);
    moved.size.y = (shape.size.y + 2.0 * distance).max(0.0);
    moved
}
