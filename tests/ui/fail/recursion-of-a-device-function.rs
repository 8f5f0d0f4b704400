use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    if n == 0 {
        a
    } else {
        f(a * 0.5, n - 1)
    }
}

fn main() {}
