use whipple::prelude::*;

pub trait Abs {
    fn abs(&self) -> f32;
}

#[device]
pub fn f(value: &dyn Abs) -> f32 {
    value.abs()
}

fn main() {}
