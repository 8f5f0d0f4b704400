use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    items: &'a [u32],
    at: usize,
}

#[device]
pub struct Cursors {
    pub all: Buffer<Cursor<'static>>,
}

fn main() {}
