use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    let _r = 0..n;
    a
}

fn main() {}
