use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    if a < 0.0 {
        panic!("negative: {}", a);
    }
    a
}

fn main() {}
