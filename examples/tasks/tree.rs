//! A binary tree whose nodes each read and compute, and add up what they found. Here it is full; `unbalanced.rs` has others.

use super::{Row, Setting, expect, known};
use whipple::prelude::*;

/// A node.
#[device]
#[derive(Clone, Copy)]
pub struct Node {
    /// Its number: 1 for the root, and the last 32 bits of `2 i` and `2 i + 1` for the children of `i`.
    pub number: u32,
    /// The most levels below it.
    pub depth: u32,
}

#[device]
impl Node {
    /// Whether it has no children. A hash of its number decides in trees that are not full.
    pub fn is_leaf(&self, height: u32) -> bool {
        let a = (self.number ^ self.number >> 16).wrapping_mul(0x7feb_352d);
        let b = (a ^ a >> 15).wrapping_mul(0x846c_a68b);
        self.depth == 0 || height > 0 && (b ^ b >> 16) % height >= self.depth
    }
}

/// Works at a node, and goes on with its children.
#[procedure(level = 2)]
pub struct Visit {
    /// What nodes read.
    pub values: Buffer<u32>,
    /// How many values each reads, and how many products each adds.
    pub work: u32,
    /// 0 for a full tree. Else the height of a tree in which a node has children with a probability of `depth / height`.
    pub height: u32,
}

#[execute]
impl Execute for Visit {
    type Item = Node;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, node: &Node) {
        let mut found = 0;
        for i in 0..self.work {
            found += self.values.get(node.number.wrapping_add(i) & 0xffff) as u64;
        }
        let mut x = found as f64;
        for _ in 0..self.work {
            x = x * 0.5 + 1.0;
        }
        if x < 0.0 {
            found += 1;
        }
        if node.is_leaf(self.height) {
            return ctx.finish(found);
        }
        let child = Node { number: node.number << 1, depth: node.depth - 1 };
        ctx.fork::<[Visit; 2]>([child, Node { number: child.number + 1, ..child }]).then::<Sum>(found);
    }
}

/// Adds what a node found and what its children did.
#[procedure(level = 2)]
pub struct Sum;

#[execute]
impl Execute for Sum {
    type Item = Joined<u64, [u64; 2]>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<u64, [u64; 2]>) {
        ctx.finish(joined.state + joined.outputs[0] + joined.outputs[1]);
    }
}

/// The program.
#[program]
pub struct Tree {
    visit: Visit,
    sum: Sum,
}

/// Trees without work and with 256 loads and 256 products a node.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (depth, work) in [(20, 0), (22, 0), (20, 256), (22, 256)] {
        let depth = setting.size(depth, depth / 2);
        rows.extend(visit(setting, format!("tree of depth {depth}, {work} loads"), depth, work, 0)?);
    }
    Ok(rows)
}

/// Visits a tree whose root has at most `depth` levels below it.
pub fn visit(setting: &Setting<'_>, name: String, depth: u32, work: u32, height: u32) -> Result<Vec<Row>, Error> {
    let (values, known) = known::tree(depth, work, height);
    let program = Tree { visit: Visit { values: setting.device.buffer_from(&values)?, work, height }, sum: Sum };
    let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
    launcher.seed::<Visit>(&[Node { number: 1, depth }])?;
    setting.measure(name, &mut launcher, |launcher| expect("the tree", &launcher.outputs::<Visit>()?, &vec![known]))
}
