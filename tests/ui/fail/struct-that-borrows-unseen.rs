use whipple::prelude::*;

#[device]
pub struct Cursor<'a> {
    items: &'a [u32],
    at: usize,
}

#[device]
pub fn part(items: &[u32]) -> &[u32] {
    &items[1..]
}

#[device]
pub fn cursor(items: &[u32]) -> Cursor<'_> {
    Cursor { items: part(items), at: 0 }
}

#[device]
pub fn first(items: &[u32]) -> u32 {
    let cursor = cursor(items);
    cursor.items[cursor.at] + crate::cursor(items).items[0]
}

fn main() {}
