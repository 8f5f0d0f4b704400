use whipple::prelude::*;

#[procedure(level = 2, max_spawns = 8)]
pub struct Place;

#[execute]
impl Execute for Place {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        let join = ctx.join::<Count>(());
        join.fork::<Place>(*n / 2);
    }
}

#[procedure(level = 2)]
pub struct Count;

#[execute]
impl Execute for Count {
    type Item = Joined<(), Total<u64>>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), Total<u64>>) {
        ctx.finish(joined.outputs.total);
    }
}

fn main() {}
