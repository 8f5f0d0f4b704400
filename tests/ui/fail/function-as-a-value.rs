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

fn main() {}
