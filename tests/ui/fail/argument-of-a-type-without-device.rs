use whipple::prelude::*;

pub struct Point {
    pub x: f32,
}

#[device]
fn width(point: &Point) -> f32 {
    point.x
}

#[device]
pub fn double(point: Point) -> f32 {
    width(&point) * 2.0
}

fn main() {}
