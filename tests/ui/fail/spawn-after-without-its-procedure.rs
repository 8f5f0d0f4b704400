use whipple::prelude::*;

#[procedure(level = 2, max_spawns = 8)]
pub struct Place {
    pub left: Buffer<u32>,
}

#[execute]
impl Execute for Place {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.spawn_after(&self.left, *n, *n);
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
