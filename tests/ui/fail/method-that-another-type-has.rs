use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Point {
    pub fn raw(&self) -> f32 {
        self.x
    }
}

pub trait Raw {
    fn raw(self) -> u32;
}

impl Raw for u32 {
    fn raw(self) -> u32 {
        self ^ 5
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
        self.results.set(0, item.raw() + (item.x as u32).raw() as f32);
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
