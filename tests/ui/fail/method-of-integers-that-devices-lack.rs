//! Each says what to write instead.
use whipple::prelude::*;

#[device]
fn f(a: u32, b: u32) -> u32 {
    let low = a.to_le();
    low + b.to_be()
}

fn main() {}
