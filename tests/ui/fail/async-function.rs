use whipple::prelude::*;

#[device]
pub async fn f(a: f32) -> f32 {
    a
}

fn main() {}
