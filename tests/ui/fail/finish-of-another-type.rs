use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Fib;

#[execute]
impl Execute for Fib {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish(*n);
    }
}

fn main() {}
