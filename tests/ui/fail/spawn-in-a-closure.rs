use whipple::prelude::*;

#[device]
pub fn each_below(number: u32, visit: impl Fn(u32)) {
    for i in 0..number {
        visit(i);
    }
}

#[procedure(level = 2)]
pub struct Count;

#[execute]
impl Execute for Count {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        each_below(*number, |i| ctx.spawn::<Count>(i));
    }
}

#[program]
pub struct Counting {
    pub count: Count,
}

fn main() {}
