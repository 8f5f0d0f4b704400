//! Each is one mistake, and no other is one of imports.
use whipple::prelude::*;

#[device]
pub fn broken(a: u32) -> u32 {
    let mut sum = a;
    if a > limit {
        return other;
    }
    total = 2;
    for i in 0..count {
        sum += i * FACTOR;
    }
    sum
}

fn main() {}
