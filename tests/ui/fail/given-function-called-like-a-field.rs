use whipple::prelude::*;

#[device]
pub trait Shape {
    fn size(&self) -> u32 {
        3
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub size_fn: u32,
}

#[device]
impl Shape for Square {}

fn main() {}
