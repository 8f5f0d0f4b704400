use whipple::prelude::*;

#[device]
pub static LIMIT: f32 = 1.0;

fn main() {}
