use whipple::prelude::*;

#[device]
pub fn f(x: f32) -> bool {
    x.next_up() > 1.0
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        let _ = f(1.0);
        let _ = (ctx, item);
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
