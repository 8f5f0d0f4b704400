use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, _ctx: &Context<Self>, _item: &Item) -> u32 {
        1
    }
}

fn main() {}
