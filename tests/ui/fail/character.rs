//! Devices have no tables of Unicode, and a `char` is no number.
use whipple::prelude::*;

#[device]
pub fn letters(c: char) -> u32 {
    c.is_alphabetic() as u32
}

#[device]
pub fn greatest() -> char {
    char::MAX
}

#[device]
pub fn tried(code: u32) -> bool {
    char::try_from(code).is_ok()
}

fn main() {}
