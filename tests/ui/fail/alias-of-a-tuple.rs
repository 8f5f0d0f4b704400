use whipple::prelude::*;

type Pair = (u32, u32);

#[device]
pub fn sum(pair: Pair) -> u32 {
    pair.0 + pair.1
}

fn main() {}
