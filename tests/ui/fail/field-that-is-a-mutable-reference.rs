use whipple::prelude::*;

#[device]
pub struct Writer<'a> {
    out: &'a mut [u32],
    len: usize,
}

#[device]
pub struct Lasting<'a> {
    items: &'a [u32],
    other: &'static u32,
    both: &'a &'a u32,
}

fn main() {}
