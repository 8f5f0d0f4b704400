use whipple::prelude::*;

#[device]
pub enum Shape {
    Point(),
    Sphere(f32),
}

fn main() {}
