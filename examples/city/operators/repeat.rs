//! Operators that place many shapes in one: repeat along an axis, spread, scatter.

use crate::city::{
    operators::{choice::vary, split::slice, transform::translate},
    shape::{Shape, X, Y},
};
use whipple::prelude::*;

/// How many shapes of about `wanted` metres fill `extent` metres, at least one and at most `most`.
#[device]
pub fn repeats(extent: f32, wanted: f32, most: u32) -> u32 {
    ((extent / wanted + 0.5).floor() as u32).clamp(1, most)
}

/// Number `k` of `count` equal shapes that fill a shape along an axis.
#[device]
pub fn repeat(shape: Shape, axis: u32, count: u32, k: u32) -> Shape {
    let step = shape.extent(axis) / count as f32;
    slice(shape, axis, step * k as f32, step * (k + 1) as f32)
}

/// Number `k` of `count` shapes of `width` metres, spread evenly along an axis from end to end of a shape.
#[device]
pub fn spread(shape: Shape, axis: u32, count: u32, width: f32, k: u32) -> Shape {
    let free = shape.extent(axis) - width;
    let step = if count > 1 { free / (count - 1) as f32 } else { 0.0 };
    let start = if count > 1 { step * k as f32 } else { free * 0.5 };
    slice(shape, axis, start, start + width)
}

/// A shape of the given size somewhere on the base of another; random numbers `n` and `n + 1` say where.
#[device]
pub fn scatter(shape: Shape, size: Vec3, n: u32) -> Shape {
    let right = vary(shape, n, 0.0, (shape.extent(X) - size.x).max(0.0));
    let back = vary(shape, n + 1, 0.0, (shape.extent(Y) - size.y).max(0.0));
    let mut placed = translate(shape, Vec3::new(right, back, 0.0));
    placed.size = size;
    placed
}
