use whipple::prelude::*;

#[device]
const N: usize = 7;

#[device]
pub struct T {
    pub of: u32,
}

#[device]
fn sum<const N: usize>() -> usize {
    N + self::N
}

#[device]
fn both<T: Copy>(x: T) -> (T, u32) {
    (x, self::T { of: 3 }.of)
}

fn main() {}
