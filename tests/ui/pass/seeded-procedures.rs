//! A procedure that only the host seeds is no reason for a warning when it says so.
#![deny(deprecated)]

use whipple::prelude::*;

#[procedure(level = 2, max_spawns = 1)]
pub struct First;

#[execute]
impl Execute for First {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        forward(ctx, *item);
    }
}

/// Spawns for its caller.
#[device]
fn forward(ctx: &Context<First>, item: u32) {
    ctx.spawn::<Second>(item + 1);
}

#[procedure(level = 2)]
pub struct Second;

#[execute]
impl Execute for Second {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

#[procedure(level = 2)]
pub struct Third;

#[execute]
impl Execute for Third {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

#[program]
pub struct Pipeline {
    pub first: First,
    pub second: Second,
    #[schedule(seeded)]
    pub third: Third,
}

pub fn main() {
    assert!(Pipeline::CUDA_SOURCE.contains("ctx.spawn<Second>(item + 1);"));
}
