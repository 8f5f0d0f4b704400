use whipple::prelude::*;

#[device]
#[derive(Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Clone for Point {
    fn clone(&self) -> Self {
        if self.x > 9.0 { *self } else { larger(self) }
    }
}

#[device]
fn larger(point: &Point) -> Point {
    Point { x: point.x + 1.0, y: point.y }.clone()
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<f32>,
}

#[execute]
impl Execute for Work {
    type Item = Point;

    fn execute(&self, _ctx: &Context<Self>, item: &Point) {
        self.results.set(0, item.clone().x);
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
