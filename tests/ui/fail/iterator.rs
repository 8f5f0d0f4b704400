use whipple::prelude::*;

#[device]
pub fn f(values: &[f32; 4]) -> u32 {
    let elements = values.iter();
    let pair = (elements, 1);
    pair.1
}

fn main() {}
