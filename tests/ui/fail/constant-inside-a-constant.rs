use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Pair {
    a: u32,
    b: u32,
}

#[device]
fn f() -> u32 {
    const ALL: Pair = {
        const ONE: u32 = 1;
        Pair { a: ONE, b: ONE * 2 }
    };
    ALL.a + ALL.b
}

fn main() {}
