use std::mem::swap;
use whipple::prelude::*;

#[device]
fn f(a: &mut u32, b: &mut u32) {
    swap(a, b);
}

fn main() {}
