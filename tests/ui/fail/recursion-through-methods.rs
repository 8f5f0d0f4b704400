use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Point {
    fn even(&self, n: u32) -> f32 {
        if n == 0 { self.x } else { Point { x: self.y, y: self.x }.odd(n - 1) }
    }

    fn odd(&self, n: u32) -> f32 {
        if n == 0 { self.y } else { Self::even(self, n - 1) }
    }
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<f32>,
}

#[execute]
impl Execute for Work {
    type Item = Point;

    fn execute(&self, _ctx: &Context<Self>, item: &Point) {
        self.results.set(0, item.even(3));
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
