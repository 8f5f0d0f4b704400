use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    let _p = &raw const a;
    a
}

fn main() {}
