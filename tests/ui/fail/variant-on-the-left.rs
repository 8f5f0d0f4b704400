use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
enum Shape {
    Ball(f32),
}

#[device]
fn f(shape: Shape) -> f32 {
    let mut radius = 1.0;
    Shape::Ball(radius) = shape;
    radius
}

fn main() {}
