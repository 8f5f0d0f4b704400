use whipple::prelude::*;

#[device]
pub fn next(value: Option<u32>) -> u32 {
    let value = value?;
    value + 1
}

fn main() {}
