use whipple::prelude::*;

const LIMIT: f32 = 2.0;

#[device]
fn f(a: f32) -> f32 {
    a * LIMIT
}

fn main() {}
