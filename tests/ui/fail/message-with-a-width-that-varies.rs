use whipple::prelude::*;

#[device]
pub fn f(n: u32) -> u32 {
    assert!(n > 0, "{:1$}", n, 5);
    n
}

fn main() {}
