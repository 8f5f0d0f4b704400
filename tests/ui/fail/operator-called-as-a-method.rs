//! The method of an operator: `add` is a name that types of the user's may have, too.
use std::ops::Add;
use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Sum {
    pub sums: Buffer<u32>,
}

#[execute]
impl Execute for Sum {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, number: &u32) {
        self.sums.set(0, number.add(1));
    }
}

#[program]
pub struct All {
    pub sum: Sum,
}

fn main() {}
