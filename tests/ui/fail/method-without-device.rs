use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub fn norm(&self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

#[procedure(level = 2)]
pub struct Measure {
    pub norms: Buffer<f32>,
}

#[execute]
impl Execute for Measure {
    type Item = Point;

    fn execute(&self, _ctx: &Context<Self>, point: &Point) {
        self.norms.set(0, point.norm());
    }
}

#[program]
pub struct All {
    pub measure: Measure,
}

fn main() {}
