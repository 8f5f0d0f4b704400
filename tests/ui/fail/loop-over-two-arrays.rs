use whipple::prelude::*;

#[device]
pub fn dot(a: [f32; 4], b: [f32; 4]) -> f32 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b.iter()) {
        sum += x * y;
    }
    sum
}

fn main() {}
