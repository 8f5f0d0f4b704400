use whipple::prelude::*;

#[device]
pub struct Item {
    value: &'static f32,
}

fn main() {}
