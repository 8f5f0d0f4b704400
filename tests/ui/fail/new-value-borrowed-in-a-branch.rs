use whipple::prelude::*;

#[device]
pub fn half(n: u32) -> u32 {
    n / 2
}

#[device]
pub fn tested(n: u32) -> u32 {
    let pair = if n > 3 { (&half(n), 1) } else { (&n, 2) };
    *pair.0 + pair.1
}

fn main() {}
