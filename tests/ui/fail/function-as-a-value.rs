use whipple::prelude::*;

#[device]
pub fn twice(a: u32) -> u32 {
    2 * a
}

#[device]
pub fn chosen(a: u32) -> u32 {
    let f = twice;
    f(a)
}

#[device]
pub fn kept(a: u32) -> u32 {
    let _f = twice;
    a
}

fn main() {}
