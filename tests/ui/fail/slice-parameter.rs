use whipple::prelude::*;

#[device]
pub fn f(values: &[f32]) -> f32 {
    values[0]
}

fn main() {}
