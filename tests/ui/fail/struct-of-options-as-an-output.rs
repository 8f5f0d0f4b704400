use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Hit {
    pub node: Option<u32>,
    pub depth: u32,
}

#[procedure(level = 2)]
pub struct Walk;

#[execute]
impl Execute for Walk {
    type Item = u32;
    type Output = Hit;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        ctx.finish(Hit { node: Some(*item), depth: 0 });
    }
}

fn main() {}
