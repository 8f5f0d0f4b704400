use whipple::prelude::*;

#[device]
#[derive(Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Clone for Point {
    fn clone(&self) -> Self {
        Point { x: self.y, y: self.x }
    }
}

#[device]
fn twin<T: Clone>(value: &T) -> T {
    value.clone()
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<f32>,
}

#[execute]
impl Execute for Work {
    type Item = Point;

    fn execute(&self, _ctx: &Context<Self>, item: &Point) {
        self.results.set(0, twin::<Point>(item).x);
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
