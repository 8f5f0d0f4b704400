use whipple::prelude::*;

#[device]
pub struct Graph {
    pub edges: Buffer<u32>,
}

impl Drop for Graph {
    fn drop(&mut self) {
        self.edges.set(0, 0);
    }
}

fn main() {}
