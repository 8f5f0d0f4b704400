use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    unsafe { a }
}

fn main() {}
