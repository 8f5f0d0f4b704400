//! The attribute is what translates the body.
use whipple::prelude::*;

#[procedure(level = 2)]
struct Count;

impl Execute for Count {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

#[program]
struct Counting {
    count: Count,
}

fn main() {}
