use whipple::prelude::*;

#[device]
pub static mut LIMIT: f32 = 1.0;

fn main() {}
