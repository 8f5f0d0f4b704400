use whipple::prelude::*;

#[procedure(level = 2, max_spawns = 8)]
pub struct Place;

#[execute]
impl Execute for Place {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        begin(ctx, *n);
    }
}

#[device]
fn begin(ctx: &Context<Place>, n: u32) {
    let sum = ctx.finish_with_sum(1);
    sum.fork::<Place>(n);
}

fn main() {}
