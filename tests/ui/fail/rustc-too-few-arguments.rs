use whipple::prelude::*;

#[device]
pub fn add(a: u32, b: u32) -> u32 {
    a + b
}

#[device]
pub fn broken(a: u32) -> u32 {
    add(a)
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
