use whipple::prelude::*;

mod limits {
    pub const LIMIT: u32 = 2;
}

#[device]
pub fn f(a: u32) -> u32 {
    a + limits::LIMIT
}

fn main() {}
