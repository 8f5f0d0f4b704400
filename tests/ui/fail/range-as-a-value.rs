use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    let pair = (0..n, a);
    pair.1
}

fn main() {}
