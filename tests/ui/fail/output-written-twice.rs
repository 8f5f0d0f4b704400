use whipple::prelude::*;
#[procedure(level = 2)]
struct Start;
#[execute]
impl Execute for Start {
    type Item = u32;
    type Output = u64;
    type Output = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish(1)
    }
}
#[procedure(level = 2)]
struct Leaf;
#[execute]
impl Execute for Leaf {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish(*n as u64)
    }
}
#[procedure(level = 2)]
struct Add;
#[execute]
impl Execute for Add {
    type Item = Joined<(), [u64; 2]>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
        ctx.finish(joined.outputs[0])
    }
}

fn main() {}
