use whipple::prelude::*;

#[procedure(level = 1, threads = 64)]
pub struct Step;

#[execute]
impl Execute for Step {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        if ctx.thread() > *n {
            assert!(ctx.barrier_all(*n > 3));
        }
    }
}

fn main() {}
