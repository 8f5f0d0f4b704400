//! A function that gets the context, and has no `#[device]`: one error.

use whipple::prelude::*;

fn total(ctx: &Context<Sum>, value: u32) -> u32 {
    ctx.reduce_add(value)
}

#[procedure(level = 0, threads = 8)]
pub struct Sum {
    pub sums: Buffer<u32>,
}

#[execute]
impl Execute for Sum {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let sum = total(ctx, *item);
        self.sums.set(0, sum);
    }
}

fn main() {}
