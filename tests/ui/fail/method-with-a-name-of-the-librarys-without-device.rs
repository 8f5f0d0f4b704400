use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub fn len(&self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

pub trait Shape {
    fn abs(self) -> Self;
    fn min(&self) -> f32;
}

impl Shape for Point {
    fn abs(self) -> Point {
        Point { x: self.x.abs(), y: self.y.abs() }
    }
    fn min(&self) -> f32 {
        self.x.min(self.y)
    }
}

pub trait Length {
    fn length(self) -> f32;
}

impl Length for f32 {
    fn length(self) -> f32 {
        self.abs()
    }
}

#[device]
pub fn all(points: [Point; 2]) -> f32 {
    let point = points[0];
    point.len() + point.abs().x + point.min() + point.x.length()
}

fn main() {}
