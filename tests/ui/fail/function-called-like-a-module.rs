use whipple::prelude::*;

pub mod split {}

#[device]
pub fn split(a: f32) -> f32 {
    a * 0.5
}

fn main() {}
