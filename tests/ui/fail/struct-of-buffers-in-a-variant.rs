use whipple::prelude::*;

#[device]
pub struct Graph {
    pub edges: Buffer<u32>,
}

#[device]
pub enum Shape {
    Ball(f32),
    Net(Graph),
}

fn main() {}
