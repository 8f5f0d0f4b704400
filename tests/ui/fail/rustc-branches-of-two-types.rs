use whipple::prelude::*;

#[device]
pub fn broken(a: u32) -> u32 {
    let b: u32 = if a > 1 { 1_u32 } else { 2_i32 };
    b
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
