//! Operators that take a shape apart into components: the faces of a box, the border and the corners of a quad.

use crate::city::shape::{Frame, Shape};
use whipple::prelude::*;

/// √½.
#[device]
const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Face `k` of a box as a quad: front, right, back, left with Y upwards; then the top, and the bottom.
#[device]
pub fn face(shape: Shape, k: u32) -> Shape {
    let size = shape.size;
    let mut quad = shape;
    let mut corner = Vec3::ZERO;
    let mut frame = Frame { i: HALF, j: 0.0, k: 0.0, real: HALF };
    quad.size = Vec3::new(size.x, size.z, 0.0);
    if k == 1 {
        corner = Vec3::new(size.x, 0.0, 0.0);
        frame = Frame { i: 0.5, j: 0.5, k: 0.5, real: 0.5 };
        quad.size = Vec3::new(size.y, size.z, 0.0);
    } else if k == 2 {
        corner = Vec3::new(size.x, size.y, 0.0);
        frame = Frame { i: 0.0, j: HALF, k: HALF, real: 0.0 };
    } else if k == 3 {
        corner = Vec3::new(0.0, size.y, 0.0);
        frame = Frame { i: 0.5, j: -0.5, k: -0.5, real: 0.5 };
        quad.size = Vec3::new(size.y, size.z, 0.0);
    } else if k == 4 {
        corner = Vec3::new(0.0, 0.0, size.z);
        frame = Frame { i: 0.0, j: 0.0, k: 0.0, real: 1.0 };
        quad.size = Vec3::new(size.x, size.y, 0.0);
    } else if k == 5 {
        corner = Vec3::new(0.0, size.y, 0.0);
        frame = Frame { i: 1.0, j: 0.0, k: 0.0, real: 0.0 };
        quad.size = Vec3::new(size.x, size.y, 0.0);
    }
    quad.origin = shape.point(corner);
    quad.frame = shape.frame.of(frame);
    quad
}

/// Strip `k` of four, `width` metres wide, along the border of a quad: they meet and do not overlap. Bottom and top
/// have the whole length.
#[device]
pub fn border(shape: Shape, width: f32, k: u32) -> Shape {
    let size = shape.size;
    let mut corner = Vec3::ZERO;
    let mut strip = shape;
    strip.size = Vec3::new(size.x, width, size.z);
    if k == 1 {
        corner = Vec3::new(size.x - width, width, 0.0);
    } else if k == 2 {
        corner = Vec3::new(0.0, size.y - width, 0.0);
    } else if k == 3 {
        corner = Vec3::new(0.0, width, 0.0);
    }
    if k % 2 == 1 {
        strip.size = Vec3::new(width, size.y - 2.0 * width, size.z);
    }
    strip.origin = shape.point(corner);
    strip
}

/// Corner `k` of four of the base of a shape, `width` metres wide and deep: counterclockwise from the origin.
#[device]
pub fn corner(shape: Shape, width: f32, k: u32) -> Shape {
    let right = if k == 1 || k == 2 { shape.size.x - width } else { 0.0 };
    let back = if k >= 2 { shape.size.y - width } else { 0.0 };
    let mut part = shape;
    part.origin = shape.point(Vec3::new(right, back, 0.0));
    part.size = Vec3::new(width, width, shape.size.z);
    part
}
