use whipple::prelude::*;

#[device]
pub struct Item {
    pub a: f32,
    pub b: f32,
}

#[device]
pub fn larger(item: &Item) -> bool {
    let x;
    if item.a > item.b {
        x = item.a;
    } else {
        x = item.b;
    }
    x > item.a
}

pub fn main() {}
