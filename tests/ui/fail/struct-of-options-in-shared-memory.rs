use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Hit {
    pub node: Option<u32>,
    pub depth: u32,
}

#[device]
pub struct Scratch {
    pub counts: SharedArray<u32, 4>,
    pub hit: Hit,
}

#[procedure(level = 1, threads = 64, shared = Scratch)]
pub struct Walk;

#[execute]
impl Execute for Walk {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

fn main() {}
