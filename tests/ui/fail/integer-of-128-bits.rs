use whipple::prelude::*;

#[device]
pub fn masked<const MASK: u128>(bits: u128) -> u128 {
    bits & MASK
}

#[device]
#[derive(Clone, Copy)]
pub struct Above<const LEAST: i128> {
    pub by: u128,
}

fn main() {}
