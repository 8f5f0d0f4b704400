use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    println!("{a}");
    a
}

fn main() {}
