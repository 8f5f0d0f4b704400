use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, Default)]
struct Point {
    x: f32,
    y: f32,
}

#[device]
fn f(x: f32) -> Point {
    Point { x, ..Default::default() }
}

fn main() {}
