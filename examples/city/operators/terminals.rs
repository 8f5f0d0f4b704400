//! Terminals: procedures that end a derivation by writing a shape to the output as a box, a quad or a prism.
//!
//! What is written is an *instance* of 48 bytes, not triangles: [`instance`](crate::city::instance) has its words, and
//! [`mesh`](crate::city::mesh) makes triangles of it. The threads of a terminal divide the words among them, so that an
//! instance is one contiguous write; a thread alone writes 16 bytes at a time.

use crate::city::{
    instance::{COUNTER_STEP, Instance, PARTS, WORDS, part_of, word},
    shape::{Kind, Shape},
};
use whipple::prelude::*;

/// Makes a terminal in both forms.
macro_rules! terminals {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident of $threads:tt threads: $kind:ident;
    )*) => {
        /// Terminals with several threads.
        pub mod many {
            use super::*;

            /// What a terminal writes at once.
            pub type Written = u32;

            $(
                $(#[doc = $doc])*
                #[procedure(level = 0, threads = $threads)]
                pub struct $name {
                    /// The words of the instances.
                    pub written: Buffer<u32>,
                    /// How many instances each part has; goes on counting where `written` is full.
                    pub counts: Buffer<u32>,
                }

                #[execute]
                impl Execute for $name {
                    type Item = Shape;

                    fn execute(&self, ctx: &Context<Self>, shape: &Shape) {
                        let part = part_of(shape);
                        let room = self.written.len() / WORDS / PARTS;
                        let mut slot = 0;
                        if ctx.thread() == 0 {
                            slot = self.counts.fetch_add_relaxed(part * COUNTER_STEP, 1);
                        }
                        slot = ctx.shuffle(slot, 0);
                        if slot < room {
                            let start = (part * room + slot) * WORDS;
                            for turn in 0..WORDS / $threads {
                                let k = turn * $threads + ctx.thread();
                                self.written.set(start + k, word(shape, Kind::$kind, k));
                            }
                        }
                    }
                }
            )*
        }

        /// Terminals with one thread each.
        pub mod one {
            use super::*;

            /// What a terminal writes at once.
            pub type Written = Instance;

            $(
                $(#[doc = $doc])*
                #[procedure(level = 2)]
                pub struct $name {
                    /// The instances.
                    pub written: Buffer<Instance>,
                    /// How many instances each part has; goes on counting where `written` is full.
                    pub counts: Buffer<u32>,
                }

                #[execute]
                impl Execute for $name {
                    type Item = Shape;

                    fn execute(&self, _ctx: &Context<Self>, shape: &Shape) {
                        let part = part_of(shape);
                        let room = self.written.len() / PARTS;
                        let slot = self.counts.fetch_add_relaxed(part * COUNTER_STEP, 1);
                        if slot < room {
                            self.written.set(part * room + slot, Instance::of(shape, Kind::$kind));
                        }
                    }
                }
            )*
        }
    };
}

terminals! {
    /// Writes a box.
    BoxTerminal of 12 threads: Box;

    /// Writes a quad.
    QuadTerminal of 4 threads: Quad;

    /// Writes a prism.
    PrismTerminal of 6 threads: Prism;
}
