use whipple::prelude::*;

#[device]
pub fn tested<const N: usize>(n: u32) -> u32 {
    let values = [n; N];
    values[if n > 3 { return 7 } else { 0 }]
}

fn main() {}
