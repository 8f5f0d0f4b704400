use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    let _c = 'x';
    a
}

fn main() {}
