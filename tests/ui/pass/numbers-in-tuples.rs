use whipple::prelude::*;

#[device]
pub struct Pair {
    left: u32,
    right: u64,
}

#[device]
pub fn turned(pair: &Pair, turn: bool) -> u64 {
    let (low, high) = if turn {
        let next = pair.left + 1;
        (next, 0)
    } else {
        (7, pair.right)
    };
    low as u64 + high
}

pub fn main() {}
