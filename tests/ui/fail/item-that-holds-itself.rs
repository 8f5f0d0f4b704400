use whipple::prelude::*;

#[procedure(level = 2)]
struct Split;

#[execute]
impl Execute for Split {
    type Item = (Self::Item, u32);

    fn execute(&self, _ctx: &Context<Self>, _item: &Self::Item) {}
}

fn main() {}
