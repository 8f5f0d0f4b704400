use whipple::prelude::*;

#[procedure(level = 2)]
struct Start;

#[execute]
impl Execute for Start {
    type Item = u32;
    type Output = u32;

    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.fork::<(Leaf, Leaf, Leaf, Leaf, Leaf)>((*n, *n, *n, *n, *n)).then::<End>(());
    }
}

#[procedure(level = 2)]
struct Leaf;

#[execute]
impl Execute for Leaf {
    type Item = u32;
    type Output = u32;

    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.finish(*n);
    }
}

#[procedure(level = 2)]
struct End;

#[execute]
impl Execute for End {
    type Item = Joined<(), [u32; 5]>;
    type Output = u32;

    fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [u32; 5]>) {
        ctx.finish(joined.outputs[0]);
    }
}

#[program]
struct Leaves {
    start: Start,
    leaf: Leaf,
    end: End,
}

fn main() {}
