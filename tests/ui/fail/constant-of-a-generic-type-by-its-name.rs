use whipple::prelude::*;

#[device]
pub trait Shape {
    const SIDES: u32 = 4;
}

#[device]
#[derive(Clone, Copy)]
pub struct Grid<T> {
    pub cell: T,
}

#[device]
impl<T: Copy> Shape for Grid<T> {}

#[device]
pub fn sides() -> u32 {
    Grid::<f32>::SIDES
}

fn main() {}
