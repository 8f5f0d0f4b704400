use whipple::prelude::*;

#[procedure(level = 1, threads = 64)]
pub struct Step;

#[device]
impl Step {
    fn roll(&self, ctx: &Context<Step>) -> u32 {
        ctx.thread() % 3
    }
}

#[execute]
impl Execute for Step {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        if self.roll(ctx) > *n {
            ctx.barrier();
        }
    }
}

fn main() {}
