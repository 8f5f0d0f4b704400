use whipple::prelude::*;

#[device]
fn f(n: usize) -> u32 {
    const ALL: &[u32; 2] = &[1, 2];
    ALL[n]
}

fn main() {}
