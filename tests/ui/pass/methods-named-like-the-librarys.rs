//! Methods of the user's whose names std, glam or buffers have, too: they are called, and change what they are called on.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Store {
    pub sum: u32,
}

#[device]
impl Store {
    pub fn contains(&self, number: &u32) -> bool {
        self.sum == *number
    }

    pub fn add(&mut self, number: u32) {
        self.sum += number;
    }

    pub fn find(&self, number: u32) -> u32 {
        self.sum % number
    }

    pub fn map(&self, number: u32) -> u32 {
        self.sum * number
    }

    /// No operation on memory.
    pub fn fetch_color(&self) -> u32 {
        self.sum
    }

    pub fn get(&self, row: u32, column: u32) -> u32 {
        self.sum + row + column
    }
}

/// `fetch_color` gives all threads the same, so that all meet at the barrier.
#[procedure(level = 1, threads = 64)]
pub struct Count {
    pub sums: Buffer<u32>,
    pub store: Store,
}

#[execute]
impl Execute for Count {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        let mut store = self.store;
        store.add(*number);
        let key = store.map(3);
        if self.store.fetch_color() > 3 || store.contains(number) {
            ctx.barrier();
        }
        self.sums.set(0, store.find(key + 1) + store.map(key) + store.get(1, 2));
    }
}

#[program]
pub struct All {
    pub count: Count,
}

#[allow(dead_code)]
pub fn main() {}
