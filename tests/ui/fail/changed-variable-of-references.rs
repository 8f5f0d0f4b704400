//! A variable that begins as `None` and is changed by a function: the body does not show that it holds references.

use whipple::prelude::*;

#[device]
pub fn choose<'a>(best: &mut Option<&'a u32>, value: &'a u32) {
    *best = Some(value);
}

#[device]
pub fn best_of(values: &[u32; 4]) -> u32 {
    let mut best = None;
    choose(&mut best, &values[2]);
    best.copied().unwrap_or(0)
}

fn main() {}
