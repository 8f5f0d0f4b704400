use whipple::prelude::*;

pub struct Work {
    pub out: Buffer<u32>,
}

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        self.out.set(0, *item);
        if *item > 3 {
            ctx.spawn::<Work>(*item - 1);
        }
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
