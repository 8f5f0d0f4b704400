//! A full binary tree whose nodes each read and compute, and add up what they found.

use super::{Row, Setting, expect};
use whipple::prelude::*;

/// A node.
#[device]
#[derive(Clone, Copy)]
pub struct Node {
    /// Its number: 1 for the root, `2 i` and `2 i + 1` for the children of `i`.
    pub number: u32,
    /// Levels below it.
    pub depth: u32,
}

/// Works at a node, and goes on with its children.
#[procedure(level = 2)]
pub struct Visit {
    /// What nodes read.
    pub values: Buffer<u32>,
    /// How many values each reads, and how many products each adds.
    pub work: u32,
}

#[execute]
impl Execute for Visit {
    type Item = Node;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, node: &Node) {
        let mut found = 0_u64;
        for i in 0..self.work {
            found += self.values.get((node.number + i) & 0xffff) as u64;
        }
        let mut x = found as f64;
        for _ in 0..self.work {
            x = x * 0.5 + 1.0;
        }
        if x < 0.0 {
            found += 1;
        }
        if node.depth == 0 {
            return ctx.finish(found);
        }
        let child = Node { number: 2 * node.number, depth: node.depth - 1 };
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
    let values: Vec<u32> = (0..1_u32 << 16).map(|i| i.wrapping_mul(2_654_435_761) >> 20).collect();
    let values = setting.device.buffer_from(&values)?;
    let mut rows = Vec::new();
    for (depth, work) in [(20, 0), (22, 0), (20, 256), (22, 256)] {
        let depth = setting.size(depth, depth / 2);
        let program = Tree { visit: Visit { values: values.clone(), work }, sum: Sum };
        let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
        launcher.seed::<Visit>(&[Node { number: 1, depth }])?;
        let known = known(&values.read()?, depth, work);
        rows.extend(setting.measure(format!("tree of depth {depth}, {work} loads"), &mut launcher, |launcher| {
            expect("the tree", &launcher.outputs::<Visit>()?, &vec![known])
        })?);
    }
    Ok(rows)
}

/// The sum over all nodes, without tasks: by how often each value is read.
fn known(values: &[u32], depth: u32, work: u32) -> u64 {
    let mut starts = vec![0_u64; 1 << 16];
    for number in 1..1_u32 << (depth + 1) {
        starts[(number & 0xffff) as usize] += 1;
    }
    let sum_from = |start: usize| -> u64 { (0..work as usize).map(|i| u64::from(values[(start + i) & 0xffff])).sum() };
    starts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(start, count)| count * sum_from(start)).sum()
}
