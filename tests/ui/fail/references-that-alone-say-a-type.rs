//! What a function gives has copies where references are asked for, and does not say of what.

use whipple::prelude::*;

#[device]
fn smaller<T: PartialOrd + Copy>(pair: (&T, &T)) -> T {
    if pair.0 < pair.1 { *pair.0 } else { *pair.1 }
}

#[device]
fn of_values(values: &[u32; 3], k: u32) -> u32 {
    smaller((&values[0], &k))
}

fn main() {}
