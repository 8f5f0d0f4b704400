use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    pub level: u32,
    pub of: [u32; 2],
}

#[procedure(level = 1, threads = 32, shared = Rows)]
struct Raise {
    cells: Buffer<Cell>,
}

#[device]
struct Rows {
    of: SharedArray<[u32; 4], 8>,
}

#[execute]
impl Execute for Raise {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        self.cells.get(*n).level = 3;
        self.cells.get(*n).of[1] += 3;
        ctx.shared().of.get(ctx.thread() % 8)[2] = 1;
    }
}

fn main() {}
