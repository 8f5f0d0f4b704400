use whipple::prelude::*;

#[device]
pub trait Shape {
    const SIDES: u32 = 4;
    const CORNERS: u32 = Self::SIDES * 2;
}

#[device]
#[derive(Clone, Copy)]
pub struct Grid<T> {
    pub cell: T,
}

#[device]
impl<T: Copy> Shape for Grid<T> {}

fn main() {}
