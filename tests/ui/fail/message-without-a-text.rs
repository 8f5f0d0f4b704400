use whipple::prelude::*;

#[device]
pub fn f(n: u32) -> u32 {
    assert!(n > 0, concat!("too", "small"));
    n
}

fn main() {}
