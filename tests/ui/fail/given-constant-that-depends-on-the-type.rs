use whipple::prelude::*;

#[device]
pub trait Shape {
    const SIDES: u32;
    const ANGLES: [u32; 2] = [Self::SIDES, 360 / Self::SIDES];
}

fn main() {}
