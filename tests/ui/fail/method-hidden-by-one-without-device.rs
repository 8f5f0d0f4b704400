use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

pub trait Area {
    const SIDES: u32;
    fn area(&self) -> f32;
}

#[device]
impl Area for Point {
    const SIDES: u32 = 4;
    fn area(&self) -> f32 {
        self.x * self.y
    }
}

impl Point {
    pub const SIDES: u32 = 3;
    pub fn area(&self) -> f32 {
        self.x
    }
}

fn main() {}
