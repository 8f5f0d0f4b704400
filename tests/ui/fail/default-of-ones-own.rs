use whipple::prelude::*;

trait Default {
    fn default() -> Self;
}

#[device]
#[derive(Clone, Copy)]
struct Point {
    x: f32,
    y: f32,
}

#[device]
impl Default for Point {
    fn default() -> Self {
        Point { x: 1.0, y: 2.0 }
    }
}

#[device]
fn f(x: f32) -> Point {
    Point { x, ..Default::default() }
}

fn main() {}
