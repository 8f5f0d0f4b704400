use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

#[device]
pub fn corner(size: f32) -> Point {
    Point::new(size, size)
}

fn main() {}
