//! C++ has no arrays without elements.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Options {
    count: u32,
    rest: [u32; 0],
}

fn main() {}
