use whipple::prelude::*;

#[device]
pub struct Memory {
    pub x: SharedArray<u32, 32>,
    pub y: SharedArray<u32, 32>,
}

#[procedure(level = 1, threads = 32, shared = Memory)]
pub struct Swap {
    pub odd: u32,
}

#[execute]
impl Execute for Swap {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let memory = ctx.shared();
        let (from, to) = if self.odd == 1 { (&memory.y, &memory.x) } else { (&memory.x, &memory.y) };
        to.set(ctx.thread(), from.get(*item));
    }
}

fn main() {}
