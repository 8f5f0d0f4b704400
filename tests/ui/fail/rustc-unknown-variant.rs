use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Kind {
    First,
    Second,
}

#[device]
pub fn broken(a: u32) -> u32 {
    let kind = Kind::Third;
    kind as u32
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
