use std::cmp::Ordering;
use whipple::prelude::*;

trait Descending {
    fn cmp(self, other: &u32) -> Ordering;
}

impl Descending for u32 {
    fn cmp(self, other: &u32) -> Ordering {
        Ord::cmp(other, &self)
    }
}

#[device]
fn order(a: u32, b: u32) -> Ordering {
    a.cmp(&b)
}

fn main() {}
