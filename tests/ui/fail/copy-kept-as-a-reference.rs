use whipple::prelude::*;

#[device]
pub fn largest(values: &[u32; 3]) -> &u32 {
    &values[0]
}

#[device]
pub fn tested(values: [u32; 3]) -> u32 {
    let mut best = Some(&values[1]);
    if values[2] > 3 {
        best = Some(largest(&values));
    }
    match best {
        Some(best) => *best,
        None => 0,
    }
}

fn main() {}
