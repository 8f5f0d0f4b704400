use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub n: u32,
}


impl Point {
    pub const MOST: u32 = 9;
}

#[device]
pub fn most() -> u32 {
    Point::MOST
}

fn main() {}
