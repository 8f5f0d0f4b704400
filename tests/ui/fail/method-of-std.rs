//! A method of std that device code lacks, and that a type of the user's could have.
use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Count {
    pub found: Buffer<u32>,
}

#[execute]
impl Execute for Count {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, number: &u32) {
        let primes = [2, 3, 5, *number];
        if primes.each_ref().len() > 3 {
            self.found.fetch_add(0, 1);
        }
    }
}

#[program]
pub struct All {
    pub count: Count,
}

fn main() {}
