//! Operators that cut a shape along an axis: split into parts, and slice.

use crate::city::{operators::transform::translate, shape::Shape};
use whipple::prelude::*;

/// The most parts of a split.
#[device]
pub const MOST_PARTS: usize = 6;

/// The sizes of the parts of a split: absolute ones in metres, and relative ones that share what is left.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parts {
    /// Sizes in metres.
    pub absolute: [f32; MOST_PARTS],
    /// Shares of what the absolute sizes leave.
    pub relative: [f32; MOST_PARTS],
}

#[device]
impl Parts {
    /// Where part `k` of `length` metres begins; where the last one ends for the number after it.
    pub fn start(&self, length: f32, k: u32) -> f32 {
        let mut fixed = 0.0;
        let mut shares = 0.0;
        for part in 0..6 {
            fixed += self.absolute[part];
            shares += self.relative[part];
        }
        let left = (length - fixed).max(0.0);
        let each = if shares > 0.0 { left / shares } else { 0.0 };
        let mut start = 0.0;
        for part in 0..6 {
            if (part as u32) < k {
                start += self.absolute[part] + self.relative[part] * each;
            }
        }
        start.min(length)
    }
}

/// The part of a shape between two distances from its origin along an axis.
#[device]
pub fn slice(shape: Shape, axis: u32, from: f32, to: f32) -> Shape {
    let mut offset = Vec3::ZERO;
    offset[axis as usize] = from;
    let mut part = translate(shape, offset);
    part.size[axis as usize] = to - from;
    part
}

/// Part `k` of a shape that is split along an axis.
#[device]
pub fn split(shape: Shape, axis: u32, parts: Parts, k: u32) -> Shape {
    let length = shape.extent(axis);
    slice(shape, axis, parts.start(length, k), parts.start(length, k + 1))
}
