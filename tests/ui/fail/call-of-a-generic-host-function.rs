use whipple::prelude::*;

fn same<T>(a: T) -> T {
    a
}

#[device]
pub fn f(a: u32) -> u32 {
    same::<u32>(a)
}

fn main() {}
