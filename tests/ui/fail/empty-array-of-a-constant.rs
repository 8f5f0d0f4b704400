//! As a literal 0, in a length that only rustc knows.
use whipple::prelude::*;

const REST: usize = 0;

#[device]
#[derive(Clone, Copy)]
struct Options {
    count: u32,
    rest: [u32; REST],
}

fn main() {}
