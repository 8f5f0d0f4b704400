//! What must come of a test, recounted on the host: tasks, checksum, work, contents of memory.

use super::load::{MEMORY, STARTS, STRIDE, WORDS, fingerprint, step};
use std::collections::HashMap;

/// Sustained fp32 arithmetic of an H200 in operations a second, two for each multiply-add.
pub const PEAK_FLOPS: f64 = 60e12;
/// What an H200 copies from and to its memory, in bytes a second. Memory that fits its L2 cache may be faster.
pub const PEAK_BYTES: f64 = 4.3e12;

/// What the tasks of a test do.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Work {
    /// Nothing that a physical limit is known for.
    #[default]
    Nothing,
    /// Floating-point operations.
    Arithmetic {
        /// Two for each multiply-add.
        flops: u64,
    },
    /// Transfers from and to memory.
    Memory {
        /// Read and written.
        bytes: u64,
    },
}

impl Work {
    /// The least time on an H200, in seconds; `None` where no limit is known.
    pub fn limit(self) -> Option<f64> {
        match self {
            Self::Nothing => None,
            Self::Arithmetic { flops } => Some(flops as f64 / PEAK_FLOPS),
            Self::Memory { bytes } => Some(bytes as f64 / PEAK_BYTES),
        }
    }
}

/// What must come of a run.
#[derive(Clone, Default, Debug)]
pub struct Expected {
    /// Tasks.
    pub tasks: u64,
    /// Threads of all tasks.
    pub threads: u64,
    /// The sum of all fingerprints.
    pub checksum: u64,
    /// What the tasks do.
    pub work: Work,
    /// Memory transactions are those of the threads below this number.
    pub memory_threads: u32,
}

impl Expected {
    /// Counts a task of `threads` threads. `result` gives the result of each one's load.
    pub fn add_task(&mut self, key: u32, threads: u32, result: impl Fn(u32) -> u32) {
        self.tasks += 1;
        self.threads += u64::from(threads);
        for thread in 0..threads {
            self.checksum = self.checksum.wrapping_add(fingerprint(key, thread, result(thread)));
        }
    }

    /// The contents of the memory after a run that began with [`initial_word`] everywhere.
    pub fn memory(&self) -> Vec<u32> {
        let mut words: Vec<u32> = (0..MEMORY).map(initial_word).collect();
        for k in 0..WORDS {
            for thread in 0..self.memory_threads {
                words[(thread.wrapping_add(k * STRIDE) & (MEMORY - 1)) as usize] |= 1;
            }
        }
        words
    }
}

/// A word of the memory before a run. All differ, and the lowest bit is not set: after the run that bit shows that the
/// word was written, the others that it was read.
pub fn initial_word(index: u32) -> u32 {
    index.wrapping_mul(0x9e37_79b1) << 1
}

/// The results of multiply-adds, for each start; computed when first asked for.
#[derive(Default)]
pub struct Results {
    /// For each start of a chain, its number after each step.
    chains: Vec<Vec<f32>>,
    rows: HashMap<(u32, u32), Row>,
}

/// The results of one number of chains and multiply-adds.
#[derive(Clone, Copy)]
pub struct Row([u32; STARTS as usize]);

impl Results {
    /// The results of no multiply-adds at all.
    pub const NONE: Row = Row([0; STARTS as usize]);

    /// Nothing computed so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// What [`multiply_add`](super::load::multiply_add) gives with this many chains and this count.
    pub fn of(&mut self, width: u32, count: u32) -> Row {
        let chains = &mut self.chains;
        *self.rows.entry((width, count)).or_insert_with(|| {
            Row(std::array::from_fn(|start| {
                (0..width).fold(0, |bits, chain| {
                    let steps = count / width + u32::from(chain < count % width);
                    bits ^ number(chains, start + chain as usize, steps as usize).to_bits()
                })
            }))
        })
    }
}

impl Row {
    /// The result of the thread with this number.
    pub fn get(&self, thread: u32) -> u32 {
        self.0[(thread % STARTS) as usize]
    }
}

/// The number after `steps` in the chain that begins with `start`.
fn number(chains: &mut Vec<Vec<f32>>, start: usize, steps: usize) -> f32 {
    while chains.len() <= start {
        chains.push(vec![chains.len() as f32]);
    }
    let chain = &mut chains[start];
    while chain.len() <= steps {
        chain.push(step(chain[chain.len() - 1]));
    }
    chain[steps]
}
