//! Priorities are whole numbers from 0.
use whipple::prelude::*;

#[procedure(level = 2)]
struct Count;

#[execute]
impl Execute for Count {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

#[program]
struct Counting {
    #[schedule(priority = -3)]
    count: Count,
}

fn main() {}
