use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Work;

#[device]
fn children(ctx: &Context<Work>, count: u32) {
    for child in 0..count {
        ctx.spawn::<Work>(child);
    }
}

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        children(ctx, *item);
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
