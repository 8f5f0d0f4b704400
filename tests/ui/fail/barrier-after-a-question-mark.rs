use whipple::prelude::*;

#[procedure(level = 1, threads = 64)]
pub struct Step {
    pub found: Buffer<u32>,
}

#[device]
fn half(ctx: &Context<Step>, n: u32) -> Option<u32> {
    let k = ctx.thread().checked_sub(n)?;
    ctx.barrier();
    Some(k)
}

#[execute]
impl Execute for Step {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        if let Some(k) = half(ctx, *n) {
            self.found.set(0, k);
        }
    }
}

#[program]
pub struct All {
    pub step: Step,
}

fn main() {}
