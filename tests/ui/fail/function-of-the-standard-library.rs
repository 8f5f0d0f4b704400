//! Of std's functions device code has few.
use whipple::prelude::*;

#[device]
fn seen(a: u32) -> u32 {
    std::hint::black_box(a)
}

fn main() {}
