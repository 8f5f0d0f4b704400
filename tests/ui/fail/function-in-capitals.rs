#![allow(non_snake_case)]
use whipple::prelude::*;

#[device]
fn Twice(n: u32) -> u32 {
    2 * n
}

#[device]
pub fn four(n: u32) -> u32 {
    2 * Twice(n)
}

#[device]
pub fn eight(n: u32) -> u32 {
    let four = Twice(Twice(n));
    2 * four
}

fn main() {}
