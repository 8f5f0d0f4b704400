use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
#[derive(Clone, Copy)]
pub struct Line {
    pub from: Point,
    pub to: Point,
}

pub trait Depth {
    fn depth(&self, n: u32) -> f32;
}

#[device]
impl Depth for Point {
    fn depth(&self, n: u32) -> f32 {
        shapes::of_line(*self, n)
    }
}

#[device]
impl Depth for Line {
    fn depth(&self, n: u32) -> f32 {
        let end = if n > 1 { self.to } else { self.from };
        end.depth(n - 1)
    }
}

mod shapes {
    use super::{Depth, Line, Point};
    use whipple::prelude::*;

    #[device]
    pub fn of_line(from: Point, n: u32) -> f32 {
        if n == 0 { 0.0 } else { Line { from, to: from }.depth(n) }
    }
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<f32>,
}

#[execute]
impl Execute for Work {
    type Item = Line;

    fn execute(&self, _ctx: &Context<Self>, item: &Line) {
        self.results.set(0, item.depth(3));
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
