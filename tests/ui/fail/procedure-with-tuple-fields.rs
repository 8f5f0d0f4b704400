use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Work(u32);

fn main() {}
