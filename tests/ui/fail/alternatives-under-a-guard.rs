//! Rust asks the guard again where the second alternative matches, too.
use whipple::prelude::*;

#[device]
pub fn large(a: u32, b: u32) -> u32 {
    match (a, b) {
        (n, 1..) | (_, n) if n > 5 => n,
        _ => 0,
    }
}

fn main() {}
