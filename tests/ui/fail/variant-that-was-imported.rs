//! Alone, the name of a variant with fields looks like that of a struct.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Shape {
    Point,
    Sphere(f32),
}

use Shape::Sphere;

#[device]
pub fn radius(shape: Shape) -> f32 {
    match shape {
        Sphere(radius) => radius,
        Shape::Point => 0.0,
    }
}

fn main() {}
