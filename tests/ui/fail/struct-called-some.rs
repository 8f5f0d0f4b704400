use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Some(pub u32);

fn main() {}
