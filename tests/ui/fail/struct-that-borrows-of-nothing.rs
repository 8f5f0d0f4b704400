use whipple::prelude::*;

#[device]
pub struct Cursor<'a> {
    items: &'a [u32],
    at: usize,
}

#[device]
impl Cursor<'_> {
    pub fn small() -> Self {
        Cursor { items: &[1, 2, 3], at: 0 }
    }
}

#[device]
pub const SMALL: Cursor<'static> = Cursor { items: &[1, 2], at: 0 };

fn main() {}
