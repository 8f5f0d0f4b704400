use whipple::prelude::*;

#[device]
fn f(a: &mut u32) -> u32 {
    std::mem::align_of_val(a) as u32
}

#[device]
fn size(a: u64) -> usize {
    std::mem::size_of_val(&a)
}

fn main() {}
