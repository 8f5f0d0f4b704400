use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    let _name = "patch";
    a
}

fn main() {}
