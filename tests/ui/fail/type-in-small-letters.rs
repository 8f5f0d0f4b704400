#![allow(non_camel_case_types)]
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct point {
    n: u32,
}

#[device]
impl point {
    const LIMIT: u32 = 4;

    fn new(n: u32) -> Self {
        Self { n }
    }

    fn twice(&self) -> u32 {
        2 * self.n
    }
}

#[device]
pub fn four(n: u32) -> u32 {
    point { n }.twice()
}

fn main() {}
