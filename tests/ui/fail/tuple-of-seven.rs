//! Tuples have up to six elements.
use whipple::prelude::*;

#[device]
fn sum(x: u32) -> u32 {
    let seven = (x, x, x, x, x, x, x);
    seven.0
}

fn main() {}
