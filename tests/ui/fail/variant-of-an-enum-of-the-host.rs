use whipple::prelude::*;

pub enum Shape {
    Ball(f32),
    Point,
}

#[device]
pub fn radius(x: f32) -> f32 {
    let shape = Shape::Ball(x);
    match shape {
        Shape::Ball(radius) => radius,
        Shape::Point => 0.0,
    }
}

fn main() {}
