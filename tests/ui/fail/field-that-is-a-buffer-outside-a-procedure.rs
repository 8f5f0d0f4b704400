use whipple::prelude::*;

#[device]
pub struct Item {
    counts: Buffer<u32>,
}

fn main() {}
