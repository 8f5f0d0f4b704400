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
#[derive(Clone)]
pub struct Line {
    pub from: Point,
    pub to: Point,
}

#[device]
pub fn one(line: &Line) -> f32 {
    line.clone().from.x
}

fn main() {}
