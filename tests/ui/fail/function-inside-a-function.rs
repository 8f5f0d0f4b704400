use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    fn inner(x: f32) -> f32 {
        x
    }
    inner(a)
}

fn main() {}
