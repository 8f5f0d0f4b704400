use whipple::prelude::*;

#[procedure(level = 2, max_spawns = 8)]
pub struct Place;

#[execute]
impl Execute for Place {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        let sums = [ctx.finish_with_sum(1)];
        if *n > 0 {
            sums[0].fork::<Place>(*n - 1);
        }
    }
}

fn main() {}
