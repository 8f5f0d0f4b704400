use whipple::prelude::*;

#[device]
pub fn f(v: [u32; 4]) -> u32 {
    let mut v = v;
    v.sort_unstable();
    v[0]
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
