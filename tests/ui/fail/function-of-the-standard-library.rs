//! What std has as a function, device code has as a method.
use whipple::prelude::*;

#[device]
fn smaller(a: u32, b: u32) -> u32 {
    std::cmp::min(a, b)
}

fn main() {}
