use whipple::prelude::*;

#[device]
#[repr(C, packed)]
pub struct Item {
    value: f32,
}

fn main() {}
