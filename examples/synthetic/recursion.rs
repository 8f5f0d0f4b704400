//! The recursion: tasks that respawn themselves with falling probability (Steinberger et al. 2014, section 5, table 3).

use super::load::{Load, mix, work};
use whipple::prelude::*;

/// One chain of tasks, and how long it is so far.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The chain.
    pub id: u32,
    /// Tasks before this one.
    pub depth: u32,
}

/// Whether the task at `link` has a successor: 1 - depth / 40 of them have.
#[device]
pub fn goes_on(link: &Link) -> bool {
    let hash = mix(link.id.wrapping_mul(64).wrapping_add(link.depth));
    ((hash >> 8) as f32) * (1.0 / 16_777_216.0) < 1.0 - (link.depth as f32) / 40.0
}

/// What verified tasks add up.
#[device]
pub fn fingerprint(link: &Link) -> u64 {
    mix(link.id ^ (link.depth << 24)) as u64
}

/// A task of one thread.
#[procedure(level = 2)]
pub struct Thread {
    /// What it does.
    pub load: Load,
    /// Whether the tasks leave their fingerprints in `checks`; not while time is measured.
    pub verify: bool,
    /// Sums of fingerprints, 256 of them.
    pub checks: Buffer<u64>,
    /// For [`Load::Memory`].
    pub memory: Buffer<u32>,
}

#[execute]
impl Execute for Thread {
    type Item = Link;

    fn execute(&self, ctx: &Context<Self>, link: &Link) {
        let result = work(self.load, link.id, &self.memory);
        if result == 12_345.678 {
            self.checks.set(0, 1);
        }
        if self.verify {
            self.checks.fetch_add(link.id & 255, fingerprint(link));
        }
        if goes_on(link) {
            ctx.spawn::<Thread>(Link { id: link.id, depth: link.depth + 1 });
        }
    }
}

/// A task of a block of 256 threads.
#[procedure(level = 1, threads = 256)]
pub struct Block {
    /// What each of its threads does.
    pub load: Load,
    /// Whether the tasks leave their fingerprints in `checks`; not while time is measured.
    pub verify: bool,
    /// Sums of fingerprints, 256 of them.
    pub checks: Buffer<u64>,
    /// For [`Load::Memory`].
    pub memory: Buffer<u32>,
}

#[execute]
impl Execute for Block {
    type Item = Link;

    fn execute(&self, ctx: &Context<Self>, link: &Link) {
        let thread = ctx.thread();
        let result = work(self.load, link.id * 256 + thread, &self.memory);
        if result == 12_345.678 {
            self.checks.set(0, 1);
        }
        if self.verify {
            self.checks.fetch_add(thread, fingerprint(link));
        }
        if thread == 0 && goes_on(link) {
            ctx.spawn::<Block>(Link { id: link.id, depth: link.depth + 1 });
        }
    }
}

/// The recursion with tasks of one thread.
#[program]
pub struct Threads {
    /// Its only procedure.
    pub thread: Thread,
}

/// The recursion with tasks of a block.
#[program]
pub struct Blocks {
    /// Its only procedure.
    pub block: Block,
}
