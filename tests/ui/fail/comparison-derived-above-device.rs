use whipple::prelude::*;

#[derive(Clone, Copy, PartialEq, PartialOrd)]
#[device]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
pub fn compare(a: Point, b: Point) -> bool {
    a == b
}

#[device]
pub fn order(a: Point, b: Point) -> bool {
    a < b
}

fn main() {}
