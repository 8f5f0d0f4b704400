use whipple::prelude::*;

#[device]
struct Sum {
    value: u32,
}

#[procedure(level = 2)]
struct Square;

#[execute]
impl Execute for Square {
    type Item = u32;
    type Output = Sum;

    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish(Sum { value: *n * *n });
    }
}

#[program]
struct Squares {
    square: Square,
}

fn main() {}
