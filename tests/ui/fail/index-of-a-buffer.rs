use whipple::prelude::*;

#[device]
pub struct Memory {
    values: SharedArray<u32, 64>,
}

#[procedure(level = 1, threads = 64, shared = Memory)]
pub struct Sum {
    totals: Buffer<u32>,
}

#[execute]
impl Execute for Sum {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, at: &u32) {
        ctx.shared().values[ctx.thread()] = *at;
        ctx.barrier();
        self.totals[0] = 1;
    }
}

fn main() {}
