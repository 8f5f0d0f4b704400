use whipple::prelude::*;

#[device]
pub fn f(n: u32) -> u32 {
    assert!(n > 0, "{:p}", &n);
    n
}

fn main() {}
