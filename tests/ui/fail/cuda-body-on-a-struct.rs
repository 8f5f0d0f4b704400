use whipple::prelude::*;

#[device(cuda = "")]
pub struct Item {
    value: f32,
}

fn main() {}
