use whipple::prelude::*;

#[device]
pub struct Item {
    value: Option<u32>,
}

fn main() {}
