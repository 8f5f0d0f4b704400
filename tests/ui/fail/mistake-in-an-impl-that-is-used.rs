use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub n: u32,
}


#[device]
impl Point {
    pub const MOST: u32 = 9;

    pub fn wrong(&self) -> u32 {
        self.n as *const u32 as u32
    }

    pub fn right(&self) -> u32 {
        self.n
    }
}

#[device]
pub fn user(point: Point) -> u32 {
    point.wrong() + point.right() + Point::MOST
}

fn main() {}
