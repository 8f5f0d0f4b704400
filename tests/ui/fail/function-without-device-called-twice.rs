use whipple::prelude::*;

fn helper(x: u32) -> u32 {
    x + 1
}

#[device]
pub fn both(x: u32) -> u32 {
    helper(x) + helper(x + 1)
}

fn main() {}
