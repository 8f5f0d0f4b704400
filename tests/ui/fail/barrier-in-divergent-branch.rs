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
        let lane = ctx.thread();
        if lane < 16 {
            ctx.barrier();
        }
        let _ = item;
    }
}

fn main() {}
