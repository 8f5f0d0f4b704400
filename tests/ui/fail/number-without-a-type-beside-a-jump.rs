use whipple::prelude::*;

#[device]
pub fn next(n: u64) -> u64 {
    n + 1
}

#[device]
pub fn tested<T: Copy>(values: [T; 4], n: u32) -> T {
    let at = next(if n > 3 { return values[0] } else { 0 });
    values[at as usize]
}

fn main() {}
