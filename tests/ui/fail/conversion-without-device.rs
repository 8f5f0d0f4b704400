use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl From<f32> for Point {
    fn from(x: f32) -> Point {
        Point { x, y: x }
    }
}

impl From<u32> for Point {
    fn from(x: u32) -> Point {
        Point { x: x as f32, y: 0.0 }
    }
}

#[device]
pub fn both(a: f32, b: u32) -> f32 {
    Point::from(a).x + Point::from(b).y
}

fn main() {}
