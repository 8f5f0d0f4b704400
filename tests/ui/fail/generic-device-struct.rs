use whipple::prelude::*;

#[device]
pub struct Pair<T> {
    a: T,
    b: T,
}

fn main() {}
