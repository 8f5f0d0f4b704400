use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Limits {
    low: f32,
    high: f32,
}

#[device]
pub const LIMITS: Limits = Limits { low: 0.0, high: 1.0 / 0.0 };

fn main() {}
