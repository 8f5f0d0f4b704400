use whipple::prelude::*;

#[device]
pub const PHASES: [f32; 2] = [0.5, 7.5 % 2.0];

fn main() {}
