use whipple::prelude::*;

#[device]
const _: u32 = 1;

fn main() {}
