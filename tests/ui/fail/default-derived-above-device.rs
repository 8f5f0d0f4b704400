use whipple::prelude::*;

#[derive(Clone, Copy, Default)]
#[device]
struct Point {
    x: f32,
    y: f32,
}

#[device]
fn origin() -> Point {
    Point::default()
}

fn main() {}
