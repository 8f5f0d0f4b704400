use whipple::prelude::*;

#[device]
pub const LIMITS: (f32, f32) = (0.0, 1.0 / 0.0);

fn main() {}
