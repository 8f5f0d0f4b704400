use whipple::prelude::*;

#[device]
pub fn larger(a: u32, b: u32) -> u32 {
    <u32>::max(a, b)
}

fn main() {}
