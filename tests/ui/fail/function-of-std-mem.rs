use whipple::prelude::*;

#[device]
fn f(a: &mut u32) -> u32 {
    std::mem::take(a)
}

fn main() {}
