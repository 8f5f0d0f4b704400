use std::ops::{Add, Neg};
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Add<&Point> for Point {
    type Output = Point;
    fn add(self, other: &Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for &Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point { x: self.y, y: self.x }
    }
}

#[device]
pub fn sum(a: Point, b: &Point) -> f32 {
    (a + b).x
}

#[device]
pub fn negative(a: Point) -> f32 {
    (-&a).x
}

fn main() {}
