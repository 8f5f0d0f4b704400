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
        let _ = (ctx, item);
    }
}

#[program]
pub struct Pipeline {
    #[schedule(weight = 0.5)]
    work: Work,
}

fn main() {}
