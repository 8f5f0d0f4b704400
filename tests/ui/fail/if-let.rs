use whipple::prelude::*;

#[device]
pub fn f(a: f32) -> f32 {
    if let Some(x) = Some(a) {
        x
    } else {
        0.0
    }
}

fn main() {}
