use whipple::prelude::*;

#[device]
pub struct Item {
    value: (f32, u32),
}

fn main() {}
