use whipple::prelude::*;

#[procedure(level = 2)]
struct Square;

#[execute]
impl Execute for Square {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish(*n * *n);
    }
}

#[program]
struct Squares {
    square: Square,
}

fn main() {}
