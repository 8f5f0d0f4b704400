use whipple::prelude::*;

#[device]
pub fn small(n: u32) -> Result<u32, u32> {
    if n < 8 { Ok(n) } else { Err(n) }
}

#[device]
pub fn half(n: u32) -> u32 {
    n / 2
}

#[device]
pub fn f(n: u32) -> u32 {
    small(n).unwrap_or_else(half)
}

fn main() {}
