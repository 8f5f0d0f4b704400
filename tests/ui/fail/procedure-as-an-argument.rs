//! A function that takes a procedure.

use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Fill {
    pub values: Buffer<u32>,
}

#[device]
pub fn fill(procedure: &Fill, at: u32) {
    procedure.values.set(at, 1);
}

#[execute]
impl Execute for Fill {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        fill(self, *at);
    }
}

fn main() {}
