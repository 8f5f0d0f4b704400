//! Macros are not expanded for the device.
use whipple::prelude::*;

#[device]
fn is_small(x: u32) -> bool {
    matches!(x, 0..4)
}

fn main() {}
