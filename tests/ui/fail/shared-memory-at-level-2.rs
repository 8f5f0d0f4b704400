use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[device]
pub struct Scratch {
    sums: SharedArray<f32, 4>,
}

#[procedure(level = 2, shared = Scratch)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        let _ = (ctx, item);
    }
}

fn main() {}
