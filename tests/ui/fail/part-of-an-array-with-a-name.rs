use whipple::prelude::*;

#[device]
pub fn tested(n: u32) -> u32 {
    let list = [n, 2, 3];
    let [first, rest @ ..] = list;
    first + rest[0]
}

fn main() {}
