//! rustc says how large a type is, where it is as large on a device.
use whipple::prelude::*;

#[device]
fn of_an_option() -> usize {
    size_of::<Option<u32>>()
}

#[device]
fn of_any<T: Copy>(values: [T; 2]) -> usize {
    std::mem::size_of::<T>() * values.len()
}

fn main() {}
