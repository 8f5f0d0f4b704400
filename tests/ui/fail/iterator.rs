use whipple::prelude::*;

#[device]
pub fn f(values: &[f32; 4]) -> f32 {
    let mut elements = values.iter();
    let mut sum = 0.0;
    while let Some(x) = elements.next() {
        sum += x;
    }
    sum
}

fn main() {}
