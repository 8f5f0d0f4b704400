use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Hit {
    pub node: Option<u32>,
    pub depth: u32,
}

#[device]
pub struct Hits {
    pub all: Buffer<Hit>,
}

fn main() {}
