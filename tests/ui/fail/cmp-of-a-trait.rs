use std::cmp::Ordering;
use whipple::prelude::*;

#[device]
pub fn order(a: u32, b: u32) -> Ordering {
    Ord::cmp(&a, &b)
}

fn main() {}
