use whipple::prelude::*;

#[procedure(level = 2)]
struct Same;

#[execute]
impl Execute for Same {
    type Item = Self::Output;

    fn execute(&self, ctx: &Context<Self>, n: &Self::Item) {
        let _ = (ctx, n);
    }
}

#[program]
struct Squares {
    same: Same,
}

fn main() {}
