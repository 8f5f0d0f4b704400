use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    println!("{a}");
    dbg!(a);
    a
}

#[device]
pub fn g(a: f32) -> f32 {
    let _text = format!("{a}");
    a
}

fn main() {}
