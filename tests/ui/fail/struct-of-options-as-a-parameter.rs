use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Hit {
    pub node: Option<u32>,
    pub depth: u32,
}

#[device]
#[derive(Clone, Copy)]
pub enum First {
    Known(Hit),
    Unknown,
}

#[procedure(level = 2)]
pub struct Walk {
    pub first: First,
}

#[execute]
impl Execute for Walk {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

fn main() {}
