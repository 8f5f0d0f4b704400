use std::ops::Mul;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Mul for Point {
    type Output = Point;
    fn mul(self, other: Point) -> Point {
        if self.x > 9.0 { self } else { power(other, self) }
    }
}

#[device]
fn power(base: Point, point: Point) -> Point {
    base * point
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<f32>,
}

#[execute]
impl Execute for Work {
    type Item = Point;

    fn execute(&self, _ctx: &Context<Self>, item: &Point) {
        self.results.set(0, power(*item, *item).x);
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
