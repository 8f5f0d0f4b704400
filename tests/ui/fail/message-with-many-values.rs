use whipple::prelude::*;

#[device]
pub fn f(n: u32) -> u32 {
    assert!(n > 0, "{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, 0);
    n
}

fn main() {}
