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
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        self.more(ctx, item);
    }
}

#[device]
impl Work {
    fn more(&self, ctx: &Context<Work>, item: &Item) {
        ctx.spawn::<Work>(*item);
    }
}

fn main() {}
