use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Shape {
    Point,
    Ball(u32),
}

impl PartialEq for Shape {
    fn eq(&self, _other: &Shape) -> bool {
        true
    }
}

fn main() {}
