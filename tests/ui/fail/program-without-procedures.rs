use whipple::prelude::*;

#[program]
pub struct Pipeline {}

fn main() {}
