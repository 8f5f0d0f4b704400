use std::ops::Deref;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Point {
    pub fn sum(&self) -> f32 {
        self.x + self.y
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Named {
    pub point: Point,
}

#[device]
impl Deref for Named {
    type Target = Point;
    fn deref(&self) -> &Point {
        &self.point
    }
}

#[device]
pub fn doubled(named: &Named) -> f32 {
    2.0 * named.sum()
}

fn main() {}
