use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Work;

fn main() {}
