use whipple::prelude::*;

#[device]
#[derive(Debug)]
pub struct Graph {
    pub edges: Buffer<u32>,
}

#[device]
pub fn refuse(graph: &Graph) {
    panic!("{:?}", graph);
}

fn main() {}
