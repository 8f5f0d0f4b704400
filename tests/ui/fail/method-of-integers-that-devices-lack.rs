//! Each says what to write instead.
use whipple::prelude::*;

#[device]
fn f(a: u32, b: u32) -> u32 {
    let bytes = a.checked_shl(b);
    bytes.map_or(0, |value| value.wrapping_add_signed(-1))
}

fn main() {}
