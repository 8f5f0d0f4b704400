//! A string of bytes as a table.

use whipple::prelude::*;

#[device]
pub fn digit(n: u32) -> u8 {
    let digits = *b"0123456789abcdef";
    digits[(n % 16) as usize]
}

fn main() {}
