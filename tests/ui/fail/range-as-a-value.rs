use whipple::prelude::*;

#[device]
pub fn f(a: f32, n: u32) -> f32 {
    let pair = (n.., a);
    pair.1
}

fn main() {}
