use whipple::prelude::*;

#[device(cude = "return x;")]
pub fn f(x: f32) -> f32 {
    x
}

fn main() {}
