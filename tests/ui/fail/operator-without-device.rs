use std::ops::{Add, AddAssign, Mul, Neg, Rem};
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        Point { x: self.x * factor, y: self.y * factor }
    }
}

impl Mul for Point {
    type Output = f32;
    fn mul(self, other: Point) -> f32 {
        self.x * other.x + self.y * other.y
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl AddAssign<f32> for Point {
    fn add_assign(&mut self, other: f32) {
        self.x += other;
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point { x: -self.x, y: -self.y }
    }
}

impl Rem<Point> for Vec2 {
    type Output = f32;
    fn rem(self, other: Point) -> f32 {
        self.x % other.x
    }
}

#[device]
pub fn every(a: Point, b: Point, v: Vec2) -> f32 {
    let twice = a * 2.0;
    let mut sum = a + b;
    sum += 1.0;
    let dot = twice * b;
    dot + (-sum).x + v % b
}

fn main() {}
