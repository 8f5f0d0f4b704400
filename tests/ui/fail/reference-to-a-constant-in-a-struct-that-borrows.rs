use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Node {
    value: u32,
}

#[device]
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    left: &'a Node,
    right: &'a Node,
}

#[device]
impl<'a> Pair<'a> {
    pub fn new(left: &'a Node, right: &'a Node) -> Self {
        Pair { left, right }
    }

    pub fn sum(&self) -> u32 {
        self.left.value + self.right.value
    }
}

#[device]
const ROOT: Node = Node { value: 3 };

#[device]
pub fn root() -> &'static Node {
    &ROOT
}

#[device]
pub fn sum(node: &Node) -> u32 {
    let other = root();
    Pair::new(root(), node).sum() + Pair { left: other, right: node }.sum()
}

fn main() {}
