use whipple::prelude::*;

#[device]
fn u32(n: u64) -> u64 {
    n ^ 1
}

#[device]
pub fn half(n: u32) -> u32 {
    n / 2
}

fn main() {}
