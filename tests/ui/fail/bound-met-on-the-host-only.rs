use std::ops::Add;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

pub trait Shape {
    fn area(&self) -> f32;
}

impl Shape for Point {
    fn area(&self) -> f32 {
        self.x * self.y
    }
}

impl Shape for f32 {
    fn area(&self) -> f32 {
        self * self
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Disc {
    pub radius: f32,
}

#[device]
impl Shape for Disc {
    fn area(&self) -> f32 {
        self.radius * self.radius * 3.0
    }
}

#[device]
fn area_of<T: Shape>(shape: &T) -> f32 {
    shape.area()
}

#[device]
fn twice<T: Add<Output = T> + Copy>(value: T) -> T {
    value + value
}

#[device]
pub fn all(point: Point, disc: Disc) -> f32 {
    area_of(&disc) + area_of(&point) + area_of(&point.x) + twice(point).x + twice(point.y)
}

fn main() {}
