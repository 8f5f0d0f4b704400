use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Counter {
    pub n: u32,
}

#[device]
pub fn tested(n: u32) -> u32 {
    let counter = Counter { n };
    { counter }.n += 1;
    counter.clone().n = 3;
    counter.n
}

fn main() {}
