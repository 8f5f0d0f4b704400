//! The recursion: tasks that respawn themselves with falling probability (Steinberger et al. 2014, section 5, table 3).

use super::{
    expect::{Expected, Results, Work},
    load::{FMAS, Load, MEMORY, WORDS, leave_fingerprint, mix, work},
    suite::{Buffers, Test},
};
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

/// 2^-24: makes a number below 1 of 24 bits.
#[device]
const UNIT: f32 = 1.0 / (1 << 24) as f32;

/// Whether the task at `link` has a successor: 1 - depth / 40 of them have.
#[device]
pub fn goes_on(link: &Link) -> bool {
    let hash = mix(link.id.wrapping_mul(64).wrapping_add(link.depth));
    ((hash >> 8) as f32) * UNIT < 1.0 - (link.depth as f32) / 40.0
}

/// The task in fingerprints.
#[device]
pub fn key(link: &Link) -> u32 {
    link.id ^ (link.depth << 24)
}

/// A task of one thread.
#[procedure(level = 2)]
pub struct Thread {
    /// What it does.
    pub load: Load,
    /// Whether the tasks leave their fingerprints in `checks`; not while time is measured.
    pub verify: bool,
    /// Sums of fingerprints.
    pub checks: Buffer<u64>,
    /// For [`Load::Memory`].
    pub memory: Buffer<u32>,
}

#[execute]
impl Execute for Thread {
    type Item = Link;

    fn execute(&self, ctx: &Context<Self>, link: &Link) {
        let result = work(self.load, link.id, &self.memory);
        leave_fingerprint(self.verify, &self.checks, key(link), 0, result);
        if goes_on(link) {
            ctx.spawn::<Thread>(Link { id: link.id, depth: link.depth + 1 });
        }
    }
}

/// A task of a block of 256 threads.
///
/// Threads are numbered over all chains, `id * 256 + thread`. With [`Load::Memory`] the numbers of 38,000 chains go more than
/// twice around the memory, and the threads of a chain work on the same words in each of its tasks.
#[procedure(level = 1, threads = 256)]
pub struct Block {
    /// What each of its threads does.
    pub load: Load,
    /// Whether the threads leave their fingerprints in `checks`; not while time is measured.
    pub verify: bool,
    /// Sums of fingerprints.
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
        leave_fingerprint(self.verify, &self.checks, key(link), thread, result);
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

/// The recursion at level 2.
pub struct RecursionOfThreads {
    /// Its name among the tests.
    pub name: String,
    /// What each task does.
    pub load: Load,
    /// Initial tasks.
    pub chains: u32,
}

impl Test for RecursionOfThreads {
    type Program = Threads;
    type First = Thread;

    fn name(&self) -> &str {
        &self.name
    }

    fn seeds(&self) -> Vec<Link> {
        seeds(self.chains)
    }

    fn program(&self, buffers: &Buffers, verify: bool) -> Threads {
        let (checks, memory) = (buffers.checks.clone(), buffers.memory.clone());
        Threads { thread: Thread { load: self.load, verify, checks, memory } }
    }

    fn expect(&self) -> Expected {
        expect(self.chains, 1, self.load)
    }
}

/// The recursion at level 1.
pub struct RecursionOfBlocks {
    /// Its name among the tests.
    pub name: String,
    /// What each thread of each task does.
    pub load: Load,
    /// Initial tasks.
    pub chains: u32,
}

impl Test for RecursionOfBlocks {
    type Program = Blocks;
    type First = Block;

    fn name(&self) -> &str {
        &self.name
    }

    fn seeds(&self) -> Vec<Link> {
        seeds(self.chains)
    }

    fn program(&self, buffers: &Buffers, verify: bool) -> Blocks {
        let (checks, memory) = (buffers.checks.clone(), buffers.memory.clone());
        Blocks { block: Block { load: self.load, verify, checks, memory } }
    }

    fn expect(&self) -> Expected {
        expect(self.chains, 256, self.load)
    }
}

fn seeds(chains: u32) -> Vec<Link> {
    (0..chains).map(|id| Link { id, depth: 0 }).collect()
}

/// Walks all chains on the host.
fn expect(chains: u32, threads: u32, load: Load) -> Expected {
    let mut expected = Expected::default();
    let mut results = Results::new();
    let row = if load == Load::Fma { results.of(1, FMAS) } else { Results::NONE };
    for mut link in seeds(chains) {
        loop {
            expected.add_task(key(&link), threads, |thread| row.get(link.id * threads + thread));
            if !goes_on(&link) {
                break;
            }
            link.depth += 1;
        }
    }
    expected.work = match load {
        Load::None => Work::Nothing,
        Load::Fma => Work::Arithmetic { flops: expected.threads * u64::from(FMAS) * 2 },
        Load::Memory => Work::Memory { bytes: expected.threads * u64::from(WORDS) * 2 * 4 },
    };
    // Threads are numbered without gaps, and those beyond the memory's end work where others do.
    expected.memory_threads = if load == Load::Memory { (chains * threads).min(MEMORY) } else { 0 };
    expected
}
