use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    let big: u128 = 1;
    a
}

fn main() {}
