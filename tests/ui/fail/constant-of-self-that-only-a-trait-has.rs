use whipple::prelude::*;

pub trait Sided {
    const SIDES: u32 = 4;
    fn count() -> u32 {
        4
    }
    fn area(&self) -> f32;
}

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
    pub n: u32,
}


#[device]
impl Sided for Point {
    fn area(&self) -> f32 {
        self.x * Self::SIDES as f32
    }
}

fn main() {}
