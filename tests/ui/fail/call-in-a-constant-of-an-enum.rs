//! Constants come before functions in C++; rustc evaluates those that are made of numbers.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
enum Lens {
    Plain,
    Wide(u32),
}

#[device]
impl Lens {
    const WIDEST: Self = Self::wide(9);

    const fn wide(factor: u32) -> Self {
        if factor == 0 { Self::Plain } else { Self::Wide(factor * 3) }
    }
}

fn main() {}
