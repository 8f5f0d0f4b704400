use whipple::prelude::*;

fn checked(a: f32) -> Option<f32> {
    Some(a)
}

#[device]
pub fn f(a: f32) -> f32 {
    checked(a)?
}

fn main() {}
