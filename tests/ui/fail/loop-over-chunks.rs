use whipple::prelude::*;

#[device]
pub fn pairs(values: [u32; 4]) -> u32 {
    let mut sum = 0;
    for pair in values.chunks(2) {
        sum += pair[0];
    }
    sum
}

fn main() {}
