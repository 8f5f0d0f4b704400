use whipple::prelude::*;

#[device]
pub struct Item {
    pub value: f64,
}

#[device]
pub fn is_large(item: &Item) -> bool {
    item.value * 0.1 > item.value
}

pub fn main() {}
