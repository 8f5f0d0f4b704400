use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    assert!(n > 0, "no {} left", n);
    a
}

fn main() {}
