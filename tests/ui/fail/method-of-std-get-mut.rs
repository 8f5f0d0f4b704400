use whipple::prelude::*;

#[device]
pub fn f(v: [u32; 4]) -> bool {
    let mut v = v;
    v.get_mut(1).is_some()
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
