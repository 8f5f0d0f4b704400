use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    let x;
    if n > 1 {
        x = a;
    } else {
        x = 1.0;
    }
    x
}

fn main() {}
