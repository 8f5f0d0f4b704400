//! Tasks that last from 0.1 to 100 microseconds, of one thread and of a block, in chains that mix them.

use super::{
    expect::{Expected, Results, Work},
    load::{leave_fingerprint, mix, multiply_add},
    suite::{Buffers, Test},
};
use whipple::prelude::*;

/// Multiply-adds of the shortest tasks. One waits 4 cycles for the one before: 0.1 us at 1.8 GHz.
#[device]
pub const SHORTEST: u32 = 45;

/// Threads of a task of a block.
pub const WIDE_THREADS: u32 = 128;

/// A task of a chain.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The chain.
    pub id: u32,
    /// Tasks after this one.
    pub left: u32,
}

/// What a task's length and its successor's kind are drawn from.
#[device]
pub fn draw(job: &Job) -> u32 {
    mix(job.id.wrapping_mul(64).wrapping_add(job.left))
}

/// Multiply-adds of a task: each of the octaves above [`SHORTEST`] is as likely as the others, and all lengths within one are
/// alike, so that lengths are nearly log-uniform. Ten octaves reach 100 us.
#[device]
pub fn length(job: &Job, octaves: u32) -> u32 {
    let hash = draw(job);
    let octave = ((hash & 0xffff) * octaves) >> 16;
    ((SHORTEST * (1024 + (hash >> 22))) << octave) >> 10
}

/// Whether the task after this one is of a block.
#[device]
pub fn is_next_wide(job: &Job) -> bool {
    mix(draw(job)) & 1 == 1
}

/// The task in fingerprints.
#[device]
pub fn key(job: &Job) -> u32 {
    job.id ^ (job.left << 24)
}

/// A task of one thread.
#[procedure(level = 2)]
pub struct Narrow {
    /// Octaves that the lengths span, at most 16.
    pub octaves: u32,
    /// Whether the tasks leave their fingerprints in `checks`; not while time is measured.
    pub verify: bool,
    /// Sums of fingerprints.
    pub checks: Buffer<u64>,
}

#[execute]
impl Execute for Narrow {
    type Item = Job;

    fn execute(&self, ctx: &Context<Self>, job: &Job) {
        let result = multiply_add::<1>(job.id, length(job, self.octaves));
        leave_fingerprint(self.verify, &self.checks, key(job), 0, result);
        if job.left > 0 {
            let next = Job { id: job.id, left: job.left - 1 };
            if is_next_wide(job) {
                ctx.spawn::<Wide>(next);
            } else {
                ctx.spawn::<Narrow>(next);
            }
        }
    }
}

/// A task of a block.
#[procedure(level = 1, threads = WIDE_THREADS)]
pub struct Wide {
    /// Octaves that the lengths span, at most 16.
    pub octaves: u32,
    /// Whether the threads leave their fingerprints in `checks`; not while time is measured.
    pub verify: bool,
    /// Sums of fingerprints.
    pub checks: Buffer<u64>,
}

#[execute]
impl Execute for Wide {
    type Item = Job;

    fn execute(&self, ctx: &Context<Self>, job: &Job) {
        let thread = ctx.thread();
        let result = multiply_add::<1>(job.id + thread, length(job, self.octaves));
        leave_fingerprint(self.verify, &self.checks, key(job), thread, result);
        if thread == 0 && job.left > 0 {
            let next = Job { id: job.id, left: job.left - 1 };
            if is_next_wide(job) {
                ctx.spawn::<Wide>(next);
            } else {
                ctx.spawn::<Narrow>(next);
            }
        }
    }
}

/// Both kinds of tasks.
#[program]
pub struct Mixed {
    /// Of one thread; the first of each chain is one.
    pub narrow: Narrow,
    /// Of a block.
    pub wide: Wide,
}

/// Chains of tasks of very different lengths.
pub struct Durations {
    /// Chains.
    pub chains: u32,
    /// Tasks of each chain, at least one.
    pub tasks: u32,
    /// Octaves that the lengths span.
    pub octaves: u32,
}

impl Test for Durations {
    type Program = Mixed;
    type First = Narrow;

    fn name(&self) -> &str {
        "durations"
    }

    fn seeds(&self) -> Vec<Job> {
        (0..self.chains).map(|id| Job { id, left: self.tasks - 1 }).collect()
    }

    fn program(&self, buffers: &Buffers, verify: bool) -> Mixed {
        let (octaves, checks) = (self.octaves, &buffers.checks);
        Mixed {
            narrow: Narrow { octaves, verify, checks: checks.clone() },
            wide: Wide { octaves, verify, checks: checks.clone() },
        }
    }

    fn expect(&self) -> Expected {
        let mut expected = Expected::default();
        let mut results = Results::new();
        let mut steps = 0;
        for mut job in self.seeds() {
            let mut is_wide = false;
            loop {
                let (threads, count) = (if is_wide { WIDE_THREADS } else { 1 }, length(&job, self.octaves));
                let row = results.of(1, count);
                expected.add_task(key(&job), threads, |thread| row.get(job.id + thread));
                steps += u64::from(threads * count);
                if job.left == 0 {
                    break;
                }
                is_wide = is_next_wide(&job);
                job.left -= 1;
            }
        }
        expected.work = Work::Arithmetic { flops: 2 * steps };
        expected
    }

    fn known_tasks(&self) -> Option<u64> {
        Some(u64::from(self.chains) * u64::from(self.tasks))
    }
}
