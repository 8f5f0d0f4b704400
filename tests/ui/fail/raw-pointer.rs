use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    let p = &raw const a;
    a
}

fn main() {}
