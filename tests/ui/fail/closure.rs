use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    let twice = |x: f32| x * 2.0;
    twice(a)
}

fn main() {}
