//! The trees of the Unbalanced Tree Search benchmark (Olivier et al. 2006): a task for each node, whose hash says how many children it has.

use super::{Row, Setting, expect, known, sha1};
use whipple::prelude::*;

/// Children of one node: the hash of their parent, their depth, and which they are. The root is its own.
#[device]
#[derive(Clone, Copy)]
pub struct Nodes {
    pub hash: [u32; 5],
    pub depth: u32,
    pub first: u32,
    pub end: u32,
}

/// Counts the nodes of the tree below one node, which is the first.
#[procedure(level = 2, max_spawns = 8)]
pub struct Node {
    pub shape: ReadOnly<u32>,
}

#[execute]
impl Execute for Node {
    type Item = Nodes;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, node: &Nodes) {
        let below = children(node, &self.shape);
        let nodes = ctx.finish_with_sum(1);
        if below.end > 8 {
            nodes.fork::<Split>(below);
        } else {
            for i in 0..below.end {
                nodes.fork::<Node>(Nodes { first: i, ..below });
            }
        }
    }
}

/// The children of a node. The shape is the greatest depth, the number of children of the root or 0, what the hash is changed by, and then the
/// least hash with one child, with two, and so on.
#[device]
pub fn children(node: &Nodes, shape: &ReadOnly<u32>) -> Nodes {
    let hash = if node.depth == 0 { node.hash } else { sha1::sha1(&node.hash, node.first) };
    let number = (hash[4] & 0x7fff_ffff) ^ shape.get(2);
    let mut end = 0;
    while end + 3 < shape.len() && number >= shape.get(end + 3) {
        end += 1;
    }
    if node.depth == 0 && shape.get(1) > 0 {
        end = shape.get(1);
    }
    Nodes { hash, depth: node.depth + 1, first: 0, end: if node.depth < shape.get(0) { end } else { 0 } }
}

/// Halves many children, until they are few.
#[procedure(level = 2, max_spawns = 8)]
pub struct Split;

#[execute]
impl Execute for Split {
    type Item = Nodes;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, nodes: &Nodes) {
        let below = ctx.finish_with_sum(0);
        if nodes.end - nodes.first > 8 {
            let middle = nodes.first + (nodes.end - nodes.first) / 2;
            below.fork::<Split>(Nodes { end: middle, ..*nodes });
            return below.fork::<Split>(Nodes { first: middle, ..*nodes });
        }
        for i in nodes.first..nodes.end {
            below.fork::<Node>(Nodes { first: i, ..*nodes });
        }
    }
}

/// The program.
#[program]
pub struct Tree {
    node: Node,
    split: Split,
}

/// T1, T3 and T1L, of which the benchmark says the sizes, or a small tree.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (name, root, shape, nodes) in known::trees(setting.device, setting.quick)? {
        let program = Tree { node: Node { shape }, split: Split };
        let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
        launcher.seed::<Node>(&[root])?;
        rows.extend(setting.measure(format!("UTS {name}, {nodes} nodes"), &mut launcher, |launcher| {
            expect("the tree", &launcher.outputs::<Node>()?, &vec![nodes])
        })?);
    }
    Ok(rows)
}
