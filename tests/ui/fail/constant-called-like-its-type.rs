//! C++ would take it for the constructor.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct N {
    n: u32,
}

#[device]
impl N {
    const N: u32 = 3;
}

fn main() {}
