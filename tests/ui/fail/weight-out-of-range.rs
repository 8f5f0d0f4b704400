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

#[procedure(level = 2)]
pub struct Rest;

#[execute]
impl Execute for Rest {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        let _ = (ctx, item);
    }
}

#[program]
pub struct Pipeline {
    #[schedule(weight = 0)]
    work: Work,
    #[schedule(weight = 1_000_001, seeded)]
    rest: Rest,
}

fn main() {}
