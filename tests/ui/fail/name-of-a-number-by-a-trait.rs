use whipple::prelude::*;

#[device]
pub trait Shape {
    fn area(self) -> u32;
}

impl Shape for u32 {
    fn area(self) -> u32 {
        self * self
    }
}

#[device]
pub fn area(side: u32) -> u32 {
    <u32 as Shape>::area(side)
}

fn main() {}
