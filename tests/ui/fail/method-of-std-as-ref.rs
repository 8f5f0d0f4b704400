use whipple::prelude::*;

#[device]
pub fn f(o: Option<u32>) -> bool {
    o.as_ref().is_some()
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        let _ = f(Some(*item));
        let _ = (ctx, item);
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
