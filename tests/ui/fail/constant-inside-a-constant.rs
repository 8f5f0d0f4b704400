use whipple::prelude::*;

#[device]
fn f() -> u32 {
    const ALL: (u32, u32) = {
        const ONE: u32 = 1;
        (ONE, ONE * 2)
    };
    ALL.0 + ALL.1
}

fn main() {}
