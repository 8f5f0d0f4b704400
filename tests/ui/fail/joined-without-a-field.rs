use whipple::prelude::*;
#[procedure(level = 2)]
struct Start;
#[execute]
impl Execute for Start {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.fork::<[Leaf; 2]>([*n, *n]).then::<Add>(())
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
        let j = Joined { outputs: [1_u64, 2] };
        ctx.finish(j.outputs[0])
    }
}

fn main() {}
