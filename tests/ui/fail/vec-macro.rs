use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    let values = vec![a; 2];
    values[0]
}

fn main() {}
