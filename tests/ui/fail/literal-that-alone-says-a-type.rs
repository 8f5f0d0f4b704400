//! In a function with generic types rustc cannot be asked what a literal is, and C++ would take it for another type.

use whipple::prelude::*;

#[device]
pub fn larger<T: PartialOrd + Copy>(first: T, second: T) -> T {
    if first < second { second } else { first }
}

#[device]
pub fn at_least_one<T: Copy>(_value: T, count: u64) -> u64 {
    larger(1, count)
}

fn main() {}
