use whipple::prelude::*;

#[device]
pub fn both(a: &mut u32, b: &mut u32) {
    *a += *b;
}

#[device]
pub fn broken(a: u32) -> u32 {
    let mut b: u32 = a;
    both(&mut b, &mut b);
    b
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
