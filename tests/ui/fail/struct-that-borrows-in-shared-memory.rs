use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    items: &'a [u32],
    at: usize,
}

#[device]
pub struct Scratch {
    pub counts: SharedArray<u32, 4>,
    pub cursor: Cursor<'static>,
}

#[procedure(level = 1, threads = 64, shared = Scratch)]
pub struct Walk;

#[execute]
impl Execute for Walk {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

fn main() {}
