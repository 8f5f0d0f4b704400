use whipple::prelude::*;

mod hosts {
    pub trait Shape {
        fn area(&self) -> f32;
    }
}

#[device]
pub trait Shape {
    fn area(&self) -> f32;
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub side: f32,
}

impl hosts::Shape for Square {
    fn area(&self) -> f32 {
        1.0
    }
}

#[device]
impl Shape for Square {
    fn area(&self) -> f32 {
        self.side * self.side
    }
}

#[device]
pub fn area(square: &Square) -> f32 {
    <Square as hosts::Shape>::area(square)
}

fn main() {}
