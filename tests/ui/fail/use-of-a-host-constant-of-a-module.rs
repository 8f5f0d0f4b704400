use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Limits {
    pub low: u32,
    pub high: u32,
}

mod limits {
    pub const SMALL: super::Limits = super::Limits { low: 2, high: 3 };
}

#[device]
pub fn f(a: u32) -> u32 {
    a + limits::SMALL.low
}

fn main() {}
