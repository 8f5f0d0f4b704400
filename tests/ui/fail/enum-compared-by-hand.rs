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

#[device]
pub fn is_less(a: Level, b: Level) -> bool {
    a < b
}

#[device]
pub fn is_same(a: Early, b: Early) -> bool {
    a == b
}

#[device]
pub fn has(values: [Early; 2], one: Early) -> bool {
    values.contains(&one)
}

#[device]
fn same<T: PartialEq>(a: T, b: T) -> bool {
    a == b
}

#[device]
pub fn is_the_same(a: Early, b: Early) -> bool {
    same(a, b)
}

fn main() {}
