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
        if other.x > 0.0 { self + other } else { self }
    }
}

#[device]
impl Neg for Point {
    type Output = Self;
    fn neg(self) -> Self {
        if self.x > 0.0 { -self } else { self }
    }
}

fn main() {}
