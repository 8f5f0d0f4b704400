use std::ops::Deref;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
#[derive(Clone, Copy)]
pub struct Named {
    pub point: Point,
    pub x: f32,
}

impl Deref for Named {
    type Target = Point;
    fn deref(&self) -> &Point {
        &self.point
    }
}

#[device]
pub fn first(named: Named) -> f32 {
    let point = *named;
    point.x
}

fn main() {}
