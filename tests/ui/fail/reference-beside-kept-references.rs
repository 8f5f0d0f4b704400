//! A generic function that takes a value beside what keeps references: C++ would take a copy there.

use whipple::prelude::*;

#[device]
pub fn set<T>(place: &mut Option<T>, value: T) {
    *place = Some(value);
}

#[device]
pub fn second_of(values: &[u32; 4]) -> u32 {
    let mut place: Option<&u32> = None;
    set(&mut place, &values[1]);
    place.copied().unwrap_or(0)
}

fn main() {}
