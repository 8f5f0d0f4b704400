use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    let _big: u128 = 1;
    a
}

fn main() {}
