use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Node {
    value: u32,
}

#[device]
#[derive(Clone, Copy)]
pub struct Row<'a> {
    nodes: &'a [Node],
    last: &'a Node,
}

#[device]
impl<'a> Row<'a> {
    pub fn new(nodes: &'a [Node], last: &'a Node) -> Self {
        Row { nodes, last }
    }

    pub fn sum(&self) -> u32 {
        self.nodes[0].value + self.last.value
    }
}

#[device]
const NODES: [Node; 2] = [Node { value: 3 }, Node { value: 4 }];

#[device]
pub fn nodes() -> &'static [Node] {
    &NODES
}

#[device]
pub fn sum(node: &Node) -> u32 {
    let other = nodes();
    Row::new(nodes(), node).sum() + Row { nodes: other, last: node }.sum()
}

fn main() {}
