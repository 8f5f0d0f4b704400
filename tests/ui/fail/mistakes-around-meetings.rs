//! A body is written once more as loops over the threads of a task, for the CPU. rustc says once what is wrong.

use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Pair {
    pub first: u32,
}

#[device]
#[derive(Clone)]
pub struct Counter {
    pub count: u32,
}

#[procedure(level = 0, threads = 32)]
pub struct Lanes {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Lanes {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let own = ctx.thread() + *item;
        let pair = ctx.reduce_add(Pair { first: own });
        self.sums.set(own, pair.first);
        let counter = ctx.shuffle(Counter { count: own }, 3);
        self.sums.set(own, counter.count);
        let other = ctx.shuffle(own, 3_u64);
        let some = ctx.reduce_add(own > 3);
        if ctx.any(own) {
            self.sums.set(other, own);
        }
        ctx.warp_barrier();
        let number: f32 = own;
        self.sums.set(own, unknown);
    }
}

/// What was moved stays moved behind a barrier.
#[procedure(level = 1, threads = 64)]
pub struct Block {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Block {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let counter = Counter { count: ctx.thread() };
        ctx.barrier();
        let moved = counter;
        ctx.barrier();
        self.sums.set(*item, moved.count + counter.count);
    }
}

/// A call that lacks an argument.
#[procedure(level = 0, threads = 32)]
pub struct Lacks {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Lacks {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        self.sums.set(*item, ctx.shuffle(*item));
    }
}

fn main() {}
