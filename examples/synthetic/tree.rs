//! The expanding tree: binary, of four kinds of nodes (Steinberger et al. 2014, section 5, figure 7).

use super::{
    expect::{Expected, Results, Work},
    load::{leave_fingerprint, mix, multiply_add},
    suite::{Buffers, Test},
};
use whipple::prelude::*;

/// Multiply-adds of a node.
#[device]
pub const NODE_FMAS: u32 = 120;

/// A node: the root is 1, the children of `id` are `2 id` and `2 id + 1`.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its number.
    pub id: u32,
    /// Levels below it.
    pub below: u32,
}

macro_rules! node {
    ($name:ident) => {
        /// Does 120 multiply-adds and spawns two children of kinds that a hash chooses.
        #[procedure(level = 2)]
        pub struct $name {
            /// Whether the tasks leave their fingerprints in `checks`; not while time is measured.
            pub verify: bool,
            /// Sums of fingerprints.
            pub checks: Buffer<u64>,
        }

        #[execute]
        impl Execute for $name {
            type Item = Node;

            fn execute(&self, ctx: &Context<Self>, node: &Node) {
                let result = multiply_add::<1>(node.id, NODE_FMAS);
                leave_fingerprint(self.verify, &self.checks, node.id, 0, result);
                if node.below > 0 {
                    for side in 0..2 {
                        let child = Node { id: node.id * 2 + side, below: node.below - 1 };
                        let kind = mix(child.id) & 3;
                        if kind == 0 {
                            ctx.spawn::<Oak>(child);
                        } else if kind == 1 {
                            ctx.spawn::<Ash>(child);
                        } else if kind == 2 {
                            ctx.spawn::<Elm>(child);
                        } else {
                            ctx.spawn::<Fir>(child);
                        }
                    }
                }
            }
        }
    };
}

node!(Oak);
node!(Ash);
node!(Elm);
node!(Fir);

/// The tree.
#[program]
pub struct Tree {
    /// Nodes of the first kind; the root is one.
    pub oak: Oak,
    /// Nodes of the second kind.
    pub ash: Ash,
    /// Nodes of the third kind.
    pub elm: Elm,
    /// Nodes of the fourth kind.
    pub fir: Fir,
}

/// The tree of one depth.
pub struct ExpandingTree {
    name: String,
    /// Levels of the tree: it has `2^depth - 1` nodes.
    depth: u32,
}

impl ExpandingTree {
    /// The tree with this many levels, at least one.
    pub fn new(depth: u32) -> Self {
        Self { name: format!("tree-{depth}"), depth }
    }
}

impl Test for ExpandingTree {
    type Program = Tree;
    type First = Oak;

    fn name(&self) -> &str {
        &self.name
    }

    fn seeds(&self) -> Vec<Node> {
        vec![Node { id: 1, below: self.depth - 1 }]
    }

    fn program(&self, buffers: &Buffers, verify: bool) -> Tree {
        let checks = &buffers.checks;
        Tree {
            oak: Oak { verify, checks: checks.clone() },
            ash: Ash { verify, checks: checks.clone() },
            elm: Elm { verify, checks: checks.clone() },
            fir: Fir { verify, checks: checks.clone() },
        }
    }

    fn expect(&self) -> Expected {
        let mut expected = Expected::default();
        let row = Results::new().of(1, NODE_FMAS);
        for id in 1..1 << self.depth {
            expected.add_task(id, 1, |_| row.get(id));
        }
        expected.work = Work::Arithmetic { flops: expected.tasks * u64::from(NODE_FMAS) * 2 };
        expected
    }

    fn known_tasks(&self) -> Option<u64> {
        Some((1 << self.depth) - 1)
    }
}
