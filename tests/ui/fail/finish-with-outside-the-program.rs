use whipple::prelude::*;

#[procedure(level = 2, max_spawns = 8)]
pub struct Place;

#[execute]
impl Execute for Place {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish_with::<Other>(*n);
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

#[procedure(level = 2)]
pub struct Other;

#[execute]
impl Execute for Other {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish(*n as u64);
    }
}

#[program]
pub struct Queens {
    pub place: Place,
    pub count: Count,
}

fn main() {}
