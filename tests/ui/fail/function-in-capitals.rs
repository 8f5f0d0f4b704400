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

fn main() {}
