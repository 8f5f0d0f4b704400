//! How wide a number without a type is cannot be seen where it is an argument.

use whipple::prelude::*;

#[device]
fn byte<const B: u8>() -> u32 {
    B as u32
}

#[device]
fn half() -> u32 {
    byte::<{ !0 / 2 }>()
}

fn main() {}
