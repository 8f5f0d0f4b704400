//! `#[cfg]` goes on the whole item: the macros see what rustc then takes away.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Options {
    #[cfg(debug_assertions)]
    count: u32,
    size: u32,
}

fn main() {}
