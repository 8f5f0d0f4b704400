use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[procedure(level = 1, threads = 64)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        if item.value * ctx.thread() as f32 > 1.0 {
            return;
        }
        ctx.barrier();
    }
}

fn main() {}
