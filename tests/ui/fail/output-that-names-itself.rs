use whipple::prelude::*;

#[procedure(level = 2)]
struct Same;

#[execute]
impl Execute for Same {
    type Item = u32;
    type Output = Self::Output;

    fn execute(&self, ctx: &Context<Self>, n: &Self::Item) {
        ctx.finish(*n);
    }
}

#[program]
struct Squares {
    same: Same,
}

fn main() {}
