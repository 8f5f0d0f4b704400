use std::cmp::Reverse;
use whipple::prelude::*;

#[device]
pub fn first(key: Reverse<u32>) -> u32 {
    key.0
}

fn main() {}
