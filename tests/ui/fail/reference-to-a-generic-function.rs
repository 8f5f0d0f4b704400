use whipple::prelude::*;

#[device]
pub fn choose<T>(first: bool, a: T, b: T) -> T {
    if first { a } else { b }
}

#[device]
pub fn tested(n: u32) -> u32 {
    let (mut a, b) = (n, 2);
    let pair = choose(n > 3, (&a, 1), (&b, 2));
    a = *pair.0 + pair.1;
    a
}

fn main() {}
