use whipple::prelude::*;

#[device]
pub fn f(a: f64) -> f64 {
    a * 0.5
}

fn main() {}
