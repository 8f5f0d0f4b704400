use std::ops::Deref;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Point {
    pub fn sum(&self) -> f32 {
        self.x + self.y
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Named {
    pub point: Point,
}

impl Deref for Named {
    type Target = Point;
    fn deref(&self) -> &Point {
        &self.point
    }
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<f32>,
}

#[execute]
impl Execute for Work {
    type Item = Named;

    fn execute(&self, _ctx: &Context<Self>, item: &Named) {
        self.results.set(0, item.sum());
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
