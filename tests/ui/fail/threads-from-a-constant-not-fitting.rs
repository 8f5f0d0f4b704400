use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

const SIZE: u32 = 6;

#[procedure(level = 0, threads = SIZE * SIZE)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        let _ = (ctx, item);
    }
}

fn main() {}
