use whipple::prelude::*;

#[device]
pub struct Item {
    value: String,
}

fn main() {}
