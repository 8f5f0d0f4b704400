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
        let _ = item;
        for _ in 0..ctx.thread() {
            ctx.barrier();
        }
    }
}

fn main() {}
