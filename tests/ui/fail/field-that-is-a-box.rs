use whipple::prelude::*;

#[device]
pub struct Item {
    value: Box<f32>,
}

fn main() {}
