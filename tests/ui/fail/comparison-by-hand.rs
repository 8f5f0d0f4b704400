use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl PartialEq for Point {
    fn eq(&self, other: &Point) -> bool {
        self.x == other.x
    }
}

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Line {
    pub from: Point,
    pub to: Point,
}

#[device]
pub fn same(a: Point, b: Point, c: Line, d: Line) -> bool {
    a == b || [a] != [b] || c == d
}

fn main() {}
