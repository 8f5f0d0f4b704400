//! What all stages use.

use whipple::prelude::*;

/// A bijection of the numbers of 64 bits.
#[device]
pub fn mixed(value: u64, number: u64) -> u64 {
    let value = (value ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    value ^ (value >> 32)
}
