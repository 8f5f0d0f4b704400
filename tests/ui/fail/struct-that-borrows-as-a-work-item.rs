use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    items: &'a [u32],
    at: usize,
}

#[procedure(level = 2)]
pub struct Walk;

#[execute]
impl Execute for Walk {
    type Item = Cursor<'static>;
    fn execute(&self, _ctx: &Context<Self>, _cursor: &Cursor<'static>) {}
}

fn main() {}
