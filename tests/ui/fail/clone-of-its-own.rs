use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub fn clone(&self) -> Point {
        Point { x: self.y, y: self.x }
    }
}

fn main() {}
