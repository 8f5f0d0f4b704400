use whipple::prelude::*;

#[derive(Clone, Copy)]
pub struct Option<T>(T);

#[device]
pub struct Item {
    value: Option<u32>,
}

fn main() {}
