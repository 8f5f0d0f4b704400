use whipple::prelude::*;

#[device]
fn digits() -> u32 {
    f32::DIGITS + u32::BITS
}

fn main() {}
