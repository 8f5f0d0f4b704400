//! The expanding tree: binary, of four kinds of nodes (Steinberger et al. 2014, section 5, figure 7).

use super::load::{mix, multiply_add};
use whipple::prelude::*;

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
            /// Sums of hashed numbers, 256 of them.
            pub checks: Buffer<u64>,
        }

        #[execute]
        impl Execute for $name {
            type Item = Node;

            fn execute(&self, ctx: &Context<Self>, node: &Node) {
                let result = multiply_add(node.id as f32, 120);
                if result == 12_345.678 {
                    self.checks.set(0, 1);
                }
                if self.verify {
                    self.checks.fetch_add(node.id & 255, mix(node.id) as u64);
                }
                if node.below > 0 {
                    for side in 0..2u32 {
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
