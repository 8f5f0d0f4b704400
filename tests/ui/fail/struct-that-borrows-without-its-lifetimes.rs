use whipple::prelude::*;

#[device]
pub struct Cursor<'a> {
    items: &'a [u32],
    at: usize,
}

#[device]
pub fn first(cursor: &Cursor) -> u32 {
    cursor.items[cursor.at]
}

fn main() {}
