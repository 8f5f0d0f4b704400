use whipple::prelude::*;

#[device]
#[derive(Clone)]
pub struct Graph {
    pub edges: Buffer<u32>,
}

#[procedure(level = 1, threads = 64)]
pub struct Walk {
    pub graph: Graph,
}

#[execute]
impl Execute for Walk {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let graph = self.graph.clone();
        ctx.barrier();
        graph.edges.set(ctx.thread(), *item);
    }
}

fn main() {}
