use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Walk {
    pub first: Option<u32>,
    pub bounds: (u32, u32),
    pub all: Buffer<Result<u32, u8>>,
}

#[execute]
impl Execute for Walk {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

fn main() {}
