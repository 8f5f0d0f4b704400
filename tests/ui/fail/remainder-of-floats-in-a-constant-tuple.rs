use whipple::prelude::*;

#[device]
pub const REST: Option<f32> = Some(7.5 % 2.0);

fn main() {}
