//! A name in a pattern is a constant by its capital letters: C++ would take this one for a new variable.
#![allow(non_upper_case_globals)]
use whipple::prelude::*;

#[device]
const limit: u32 = 2;

#[device]
fn points(x: u32) -> u32 {
    match x {
        limit => 7,
        _ => 8,
    }
}

fn main() {}
