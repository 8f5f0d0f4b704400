use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub n: u32,
}


#[device]
pub const CORNER: Point = Point { x: 2.5_f32.floor(), n: 3 };

fn main() {}
