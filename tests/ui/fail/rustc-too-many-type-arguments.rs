use whipple::prelude::*;

#[device]
pub fn choose<T: Copy>(a: T) -> T {
    a
}

#[device]
pub fn broken(a: u32) -> u32 {
    choose::<u32, u32>(a)
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
