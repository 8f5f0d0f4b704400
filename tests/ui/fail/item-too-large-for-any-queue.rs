use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub values: [f32; 2048],
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        let _ = (ctx, item);
    }
}

fn main() {}
