use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Option {
    None,
    Some,
    Several,
}

#[device]
pub fn several() -> Option {
    Option::Several
}

fn main() {}
