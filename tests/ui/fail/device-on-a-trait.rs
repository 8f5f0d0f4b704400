use whipple::prelude::*;

#[device]
pub trait Shape {}

fn main() {}
