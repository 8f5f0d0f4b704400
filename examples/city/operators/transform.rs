//! Operators that move, turn and resize a shape: translate, rotate, scale, resize.

use crate::city::shape::{Frame, Shape};
use whipple::prelude::*;

/// Moves a shape along its own axes.
#[device]
pub fn translate(shape: Shape, offset: Vec3) -> Shape {
    let mut moved = shape;
    moved.origin = shape.point(offset);
    moved
}

/// Turns a shape about the vertical through the middle of its base, by an angle in radians from -π to π.
#[device]
pub fn rotate(shape: Shape, angle: f32) -> Shape {
    let middle = Vec3::new(shape.size.x * 0.5, shape.size.y * 0.5, 0.0);
    let mut turned = shape;
    turned.frame = shape.frame.of(half_turn(angle));
    turned.origin = shape.point(middle) - turned.frame.in_world(middle);
    turned
}

/// Multiplies the extents, with the origin where it was.
#[device]
pub fn scale(shape: Shape, factors: Vec3) -> Shape {
    let mut scaled = shape;
    scaled.size = shape.size * factors;
    scaled
}

/// Sets the extents; the shape keeps its middle along X and Y, and its base.
#[device]
pub fn resize(shape: Shape, size: Vec3) -> Shape {
    let mut resized = translate(shape, Vec3::new((shape.size.x - size.x) * 0.5, (shape.size.y - size.y) * 0.5, 0.0));
    resized.size = size;
    resized
}

/// The rotation by an angle of -π to π about Z.
///
/// Sine and cosine are polynomials here: those of the devices differ in their last bits, and the city must not.
#[device]
pub fn half_turn(angle: f32) -> Frame {
    let half = angle * 0.5;
    let square = half * half;
    let sine = half
        * (1.0
            - square / 6.0
                * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0 * (1.0 - square / 110.0)))));
    let cosine = 1.0
        - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0 * (1.0 - square / 90.0))));
    let length = (sine * sine + cosine * cosine).sqrt();
    Frame { i: 0.0, j: 0.0, k: sine / length, real: cosine / length }
}
