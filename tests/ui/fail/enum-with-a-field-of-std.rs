use whipple::prelude::*;

#[device]
pub enum Tree {
    Leaf(f32),
    Node(Box<Tree>),
}

fn main() {}
