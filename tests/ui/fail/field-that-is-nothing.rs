use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Marked {
    pub mark: (),
    pub n: u32,
}

fn main() {}
