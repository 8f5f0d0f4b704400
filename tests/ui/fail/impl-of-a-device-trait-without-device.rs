use whipple::prelude::*;

#[device]
pub trait Shape {
    fn area(&self) -> f32;
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub side: f32,
}

impl Shape for Square {
    fn area(&self) -> f32 {
        self.side * self.side
    }
}

#[device]
pub struct Group<T> {
    pub first: T,
}

#[device]
impl<T: Shape> Group<T> {
    pub fn area(&self) -> f32 {
        self.first.area()
    }
}

fn main() {}
