use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub node: Option<u32>,
    pub depth: u32,
}

#[device]
pub fn refuse(hit: Hit) {
    panic!("{:?}", hit);
}

fn main() {}
