use whipple::prelude::*;

#[device]
fn up(n: u32) -> impl Iterator<Item = u32> {
    0..n
}

#[device]
fn hinted(n: u32) -> u32 {
    up(n).size_hint().0 as u32
}

fn main() {}
