use whipple::prelude::*;

pub struct Scratch {
    pub sum: f32,
}

#[procedure(level = 1, threads = 64, shared = Scratch)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

fn main() {}
