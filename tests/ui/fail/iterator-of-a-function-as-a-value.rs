use whipple::prelude::*;

#[device]
fn up(n: u32) -> impl Iterator<Item = u32> {
    0..n
}

#[device]
fn declared_before(n: u32) -> u32 {
    let items;
    if n > 3 {
        items = up(3);
    } else {
        items = up(n);
    }
    items.count() as u32
}

#[device]
fn hinted(n: u32) -> u32 {
    up(n).size_hint().0 as u32
}

fn main() {}
