use whipple::prelude::*;

#[procedure(level = 2, max_spawns = 8)]
pub struct Place;

#[execute]
impl Execute for Place {
    type Item = u32;
    type Output = f32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        let sum = ctx.finish_with_sum(1.0);
        if *n > 0 {
            sum.fork::<Place>(*n - 1);
        }
    }
}

fn main() {}
