//! A copy of shared memory is no shared memory, whatever its type is called.

use whipple::prelude::*;

type Row = SharedArray<u32, 32>;

#[device]
pub struct Scratch {
    pub first: Row,
    pub second: Row,
}

#[device]
impl Scratch {
    pub fn same(&self) -> &Self {
        self
    }

    pub fn chosen(&self, first: bool) -> Option<&Row> {
        if first { Some(&self.first) } else { None }
    }
}

#[device]
pub fn with_a_number(scratch: &Scratch) -> (&Scratch, u32) {
    (scratch, 1)
}

#[device]
pub fn either<'a, T>(first: &'a T, second: &'a T, chosen: bool) -> &'a T {
    if chosen { first } else { second }
}

#[procedure(level = 0, threads = 32, shared = Scratch)]
pub struct Sum;

#[execute]
impl Execute for Sum {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        let scratch = ctx.shared();
        either(&scratch.first, &scratch.second, *n > 3).set(ctx.thread(), 7);
    }
}

fn main() {}
