use whipple::prelude::*;

#[derive(Clone, Copy, PartialEq)]
#[device]
pub struct Point {
    pub x: f32,
}

#[device]
pub fn same(a: Point, b: Point) -> bool {
    a == b
}

fn main() {}
