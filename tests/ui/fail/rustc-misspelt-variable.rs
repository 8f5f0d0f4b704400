use whipple::prelude::*;

#[device]
pub fn sum(a: u32) -> u32 {
    let mut count = a;
    count += 1;
    coutn
}

fn main() {}
