#![allow(non_upper_case_globals)]
use whipple::prelude::*;

#[device]
pub const weights: [f32; 2] = [0.25, 0.75];

#[device]
pub fn weighted(a: f32, b: f32) -> f32 {
    a * weights[0] + b * weights[1]
}

fn main() {}
