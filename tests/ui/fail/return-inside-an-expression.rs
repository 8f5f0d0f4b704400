use whipple::prelude::*;

#[device]
pub fn sum(a: f32, b: f32) -> f32 {
    a + b
}

#[device]
pub fn f(a: f32) -> f32 {
    sum(a, if a > 1.0 { return 0.0 } else { a })
}

fn main() {}
