//! Operators that decide by a shape's random numbers: vary, chance, choose.
//!
//! A shape has as many random numbers as its rules ask for, by number. They depend on its seed alone, so that the same
//! number is the same for all successors of a shape, in any thread, at any time.

use crate::city::shape::Shape;
use whipple::prelude::*;

/// Random number `n` of a shape, evenly distributed from `low` to `high`.
#[device]
pub fn vary(shape: Shape, n: u32, low: f32, high: f32) -> f32 {
    let part = (shape.random_bits(n) >> 8) as f32 / 16777216.0;
    low + (high - low) * part
}

/// Whether random number `n` of a shape falls into a part `probability` of all.
#[device]
pub fn chance(shape: Shape, n: u32, probability: f32) -> bool {
    vary(shape, n, 0.0, 1.0) < probability
}

/// One of four alternatives, chosen by random number `n` in proportion to their weights.
#[device]
pub fn choose(shape: Shape, n: u32, weights: [f32; 4]) -> u32 {
    let pick = vary(shape, n, 0.0, weights[0] + weights[1] + weights[2] + weights[3]);
    if pick < weights[0] {
        0
    } else if pick < weights[0] + weights[1] {
        1
    } else if pick < weights[0] + weights[1] + weights[2] {
        2
    } else {
        3
    }
}
