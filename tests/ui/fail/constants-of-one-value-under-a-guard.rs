//! Rust asks the guard for each.
use whipple::prelude::*;

#[device]
const FIRST: u32 = 3;

#[device]
const LOWEST: u32 = 3;

#[device]
pub fn find(a: u32, b: u32) -> u32 {
    let mut asked = 0;
    match (a, b) {
        (FIRST, n) | (LOWEST, n)
            if {
                asked += 1;
                n > 5
            } =>
        {
            n
        }
        _ => asked,
    }
}

fn main() {}
