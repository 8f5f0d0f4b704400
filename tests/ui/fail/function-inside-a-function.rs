use whipple::prelude::*;

#[device]
fn generic(a: u32) -> u32 {
    fn itself<T>(x: T) -> T {
        x
    }
    itself(a)
}

#[device]
fn reference(a: u32) -> u32 {
    fn first(values: &[u32]) -> &u32 {
        &values[0]
    }
    *first(&[a])
}

#[device]
fn recursive(a: u32) -> u32 {
    fn factorial(x: u32) -> u32 {
        if x < 2 { 1 } else { x * factorial(x - 1) }
    }
    factorial(a)
}

#[device]
fn with_a_type(a: u32) -> u32 {
    struct Pair {
        a: u32,
    }
    Pair { a }.a
}

fn main() {
    assert_eq!(generic(1) + reference(2) + recursive(3) + with_a_type(4), 13);
}
