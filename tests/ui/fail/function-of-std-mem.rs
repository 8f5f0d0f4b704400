use whipple::prelude::*;

#[device]
fn f(a: &mut u32) -> u32 {
    std::mem::take(a)
}

#[device]
fn size() -> usize {
    std::mem::size_of::<u64>()
}

fn main() {}
