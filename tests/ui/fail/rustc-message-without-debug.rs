use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Id(pub u32);

#[device]
pub fn f(n: u32) -> u32 {
    assert!(n > 0, "{:?}", Id(n));
    n
}

fn main() {}
