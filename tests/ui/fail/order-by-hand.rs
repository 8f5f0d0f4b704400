use std::cmp::Ordering;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<Ordering> {
        other.x.partial_cmp(&self.x)
    }
}

#[device]
pub fn less(a: Point, b: Point) -> bool {
    a < b
}

fn main() {}
