use whipple::prelude::*;

use std::cmp::Ordering;

#[device]
pub fn sign(a: u32, b: u32) -> u32 {
    match a.cmp(&b) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

fn main() {}
