use whipple::prelude::*;

#[device]
pub fn f(v: [u32; 4]) -> u32 {
    v.windows(2).len() as u32
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        let _ = f([*item; 4]);
        let _ = (ctx, item);
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
