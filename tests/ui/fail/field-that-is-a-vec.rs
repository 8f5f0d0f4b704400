use whipple::prelude::*;

#[device]
pub struct Item {
    value: Vec<f32>,
}

fn main() {}
