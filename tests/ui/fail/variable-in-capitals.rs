//! In a pattern that may fail it looks like a constant.
#![allow(non_snake_case)]
use whipple::prelude::*;

#[device]
pub fn larger(x: u32) -> u32 {
    match x {
        N if N > 3 => N,
        _ => 0,
    }
}

fn main() {}
