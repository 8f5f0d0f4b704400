use whipple::prelude::*;

#[device]
pub fn f(values: &[f32; 4], weights: &[f32; 4]) -> f32 {
    let mut sum = 0.0;
    for (x, w) in values.iter().zip(weights) {
        sum += x * w;
    }
    sum
}

fn main() {}
