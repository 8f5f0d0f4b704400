use whipple::prelude::*;

#[device]
#[derive(Clone)]
pub struct Graph {
    pub edges: Buffer<u32>,
}

#[device]
pub fn first(graphs: &Buffer<Graph>) -> u32 {
    graphs.len()
}

fn main() {}
