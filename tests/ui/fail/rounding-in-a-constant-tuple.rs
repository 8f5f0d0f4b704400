use whipple::prelude::*;

#[device]
pub const CORNER: (f32, u32) = (2.5_f32.floor(), 3);

fn main() {}
