//! The unbalanced tree: a binomial one like those of the Unbalanced Tree Search benchmark (Olivier et al. 2006), with another
//! hash. Whether a node has children is known only once it is visited; most subtrees are tiny, a few hold most of the nodes.

use super::{
    expect::Expected,
    load::leave_fingerprint,
    suite::{Buffers, Test},
};
use whipple::prelude::*;

/// Children of an inner node.
#[device]
pub const CHILDREN: u64 = 8;

/// 0.124875 of 2^32: the probability of a node to have children. A subtree has 1 / (1 - 8 * 0.124875) = 1000 nodes on average.
#[device]
pub const INNER: u32 = 536_334_041;

/// Subtrees of the whole tree.
pub const ROOTS: u64 = 2000;

/// Nodes of the whole tree: a property of the hash and of the first root. Its longest path has 1780.
pub const NODES: u64 = 4_625_296;

/// The first root's number; the others follow.
const FIRST_ROOT: u64 = 22_000_001;

/// The finalizer of SplitMix64.
#[device]
pub fn mix64(value: u64) -> u64 {
    let mut x = value;
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A node.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// A hash of its path from the root.
    pub state: u64,
}

/// Whether the node has children.
#[device]
pub fn is_inner(node: &Node) -> bool {
    ((node.state >> 32) as u32) < INNER
}

/// A child of a node.
#[device]
pub fn child(node: &Node, index: u64) -> Node {
    Node { state: mix64(node.state.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))) }
}

/// Visits a node and spawns its children.
#[procedure(level = 2)]
pub struct Visit {
    /// Whether the tasks leave their fingerprints in `checks`; not while time is measured.
    pub verify: bool,
    /// Sums of fingerprints.
    pub checks: Buffer<u64>,
}

#[execute]
impl Execute for Visit {
    type Item = Node;

    fn execute(&self, ctx: &Context<Self>, node: &Node) {
        leave_fingerprint(self.verify, &self.checks, node.state as u32, 0, 0);
        if is_inner(node) {
            for index in 0..8 {
                ctx.spawn::<Visit>(child(node, index));
            }
        }
    }
}

/// The tree's program.
#[program]
pub struct Search {
    /// Its only procedure.
    pub visit: Visit,
}

/// The tree with some of its roots.
pub struct UnbalancedTree {
    /// Initial tasks, at most [`ROOTS`].
    pub roots: u64,
}

impl Test for UnbalancedTree {
    type Program = Search;
    type First = Visit;

    fn name(&self) -> &str {
        "unbalanced"
    }

    fn seeds(&self) -> Vec<Node> {
        (FIRST_ROOT..FIRST_ROOT + self.roots).map(|root| Node { state: mix64(root) }).collect()
    }

    fn program(&self, buffers: &Buffers, verify: bool) -> Search {
        Search { visit: Visit { verify, checks: buffers.checks.clone() } }
    }

    fn expect(&self) -> Expected {
        let mut expected = Expected::default();
        let mut open = self.seeds();
        while let Some(node) = open.pop() {
            expected.add_task(node.state as u32, 1, |_| 0);
            if is_inner(&node) {
                open.extend((0..CHILDREN).map(|index| child(&node, index)));
            }
        }
        expected
    }

    fn known_tasks(&self) -> Option<u64> {
        (self.roots == ROOTS).then_some(NODES)
    }
}
