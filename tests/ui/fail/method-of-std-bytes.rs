use whipple::prelude::*;

#[device]
pub fn f(x: u32) -> u32 {
    x.to_be()
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        let _ = f(*item);
        let _ = (ctx, item);
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
