use whipple::prelude::*;

// A number needs no `#[device]`.
const FACTOR: f32 = 2.0;
const LIMITS: [f32; 2] = [1.0, FACTOR];

#[device]
fn f(a: f32) -> f32 {
    a * LIMITS[0] * FACTOR
}

fn main() {}
