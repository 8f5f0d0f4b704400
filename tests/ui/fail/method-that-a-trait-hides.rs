use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

pub trait Shape {
    fn area(self) -> f32;
    fn grow(&self);
}

impl Shape for Point {
    fn area(self) -> f32 {
        1.0
    }
    fn grow(&self) {}
}

#[device]
impl Point {
    pub fn area(&self) -> f32 {
        self.x * self.y
    }
    pub fn grow(&mut self) {
        self.x += 1.0;
    }
}

fn main() {}
