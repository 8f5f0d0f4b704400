use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    items: &'a [u32],
    at: usize,
}

#[procedure(level = 2)]
pub struct Walk {
    pub cursor: Cursor<'static>,
}

#[execute]
impl Execute for Walk {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

fn main() {}
