use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Fib;

#[execute]
impl Execute for Fib {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        if *n < 2 {
            return ctx.finish(*n as u64);
        }
        ctx.fork::<[Fib; 2]>([*n - 1]).then::<Add>(());
    }
}

#[procedure(level = 2)]
pub struct Add;

#[execute]
impl Execute for Add {
    type Item = Joined<(), [u64; 2]>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [u64; 2]>) {
        ctx.finish(joined.outputs[0] + joined.outputs[1]);
    }
}

fn main() {}
