use whipple::prelude::*;

#[device]
pub fn f(a: f64, n: u32) -> f64 {
    let _ = n;
    a * 0.5
}

fn main() {}
