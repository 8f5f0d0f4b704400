use whipple::prelude::*;

#[device]
pub fn f(values: [f32; 4]) -> f32 {
    let mut sum = 0.0;
    for x in values {
        sum += x;
    }
    sum
}

fn main() {}
