use whipple::prelude::*;

#[device]
pub fn sum(x: f32) -> f32 {
    let values: Vec<f32> = vec![x, 2.0 * x];
    values[0] + values[1]
}

fn main() {}
