use whipple::prelude::*;

fn host(a: f32) -> f32 {
    a
}

#[device]
fn f(a: f32) -> f32 {
    host(a)
}

fn main() {}
