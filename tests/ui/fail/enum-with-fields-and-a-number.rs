use whipple::prelude::*;

#[device]
pub enum Shape {
    Point = 1,
    Sphere(f32),
}

fn main() {}
