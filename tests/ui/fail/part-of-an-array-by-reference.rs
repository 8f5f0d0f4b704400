use whipple::prelude::*;

#[device]
pub fn tested(n: u32) -> u32 {
    let mut list = [n, 2, 3];
    let [first, rest @ ..] = &mut list;
    rest[0] = *first;
    list[1]
}

fn main() {}
