use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Pair {
    pub left: u32,
    pub right: u32,
}

#[device]
pub fn broken(a: u32) -> u32 {
    let pair = Pair { left: a, right: 1, middle: 2 };
    pair.left
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
