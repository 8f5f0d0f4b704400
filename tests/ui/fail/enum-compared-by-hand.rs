use std::cmp::Ordering;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Level {
    Low,
    High,
}

impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Level) -> Option<Ordering> {
        (*other as u32).partial_cmp(&(*self as u32))
    }
}

// Derived above `#[device]`, which does not see it there.
#[derive(Clone, Copy, PartialEq)]
#[device]
pub enum Early {
    Zero,
}

fn main() {}
