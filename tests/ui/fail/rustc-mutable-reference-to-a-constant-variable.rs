use whipple::prelude::*;

#[device]
pub fn increase(a: &mut u32) {
    *a += 1;
}

#[device]
pub fn broken(a: u32) -> u32 {
    let b: u32 = a;
    increase(&mut b);
    b
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
