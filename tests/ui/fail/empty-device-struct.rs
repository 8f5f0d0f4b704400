use whipple::prelude::*;

#[device]
pub struct Nothing;

fn main() {}
