use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[procedure(level = 2)]
pub struct Other;

#[execute]
impl Execute for Other {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let _ = (ctx, item);
    }
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        ctx.spawn::<Other>(*item);
    }
}

fn main() {}
