use whipple::prelude::*;

#[derive(Clone, Copy)]
#[device]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
pub fn one(point: &Point) -> f32 {
    point.clone().x
}

fn main() {}
