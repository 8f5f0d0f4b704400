use whipple::prelude::*;

#[device]
pub fn broken(a: u32) -> u32 {
    *a
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
