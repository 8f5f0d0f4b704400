use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Vec<T, const N: usize> {
    items: [T; N],
    len: u32,
}

#[device]
#[derive(Clone, Copy)]
enum Option<T> {
    Nothing,
    Something(T),
}

fn main() {}
