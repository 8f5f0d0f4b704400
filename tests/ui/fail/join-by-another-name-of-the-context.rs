use whipple::prelude::*;
#[procedure(level = 2)]
pub struct P;
#[execute]
impl Execute for P {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        let c = ctx;
        let j = c.join::<C>(());
        j.fork::<Q>(*n);
    }
}
#[procedure(level = 2)]
pub struct Q;
#[execute]
impl Execute for Q {
    type Item = u32;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        let _ = n;
        ctx.finish(());
    }
}
#[procedure(level = 2)]
pub struct C;
#[execute]
impl Execute for C {
    type Item = Joined<(), ()>;
    fn execute(&self, _ctx: &Context<Self>, _joined: &Joined<(), ()>) {}
}
fn main() {}
