use whipple::prelude::*;

#[device]
fn f(n: usize) -> u32 {
    const ALL: [u32; 2] = {
        const ONE: u32 = 1;
        [ONE, ONE * 2]
    };
    ALL[n]
}

fn main() {}
