use whipple::prelude::*;

const LIMIT: u32 = 2;

#[device]
pub fn f(a: u32) -> u32 {
    match a {
        LIMIT => 1,
        _ => 2,
    }
}

fn main() {}
