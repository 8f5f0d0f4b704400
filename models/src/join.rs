//! `fork`, `finish`, `count_down` and `resume` of `device/context.cuh`, with the records of `device/join/record.cuh`.
//!
//! A spawn is up to the caller, and so is what carries its order. All forks have two children.

use crate::{
    Chunk, Free, Pool,
    pool::{give, take_one},
    sync::{AtomicU32, Ordering, fence_acq_rel, store_relaxed},
};
use std::sync::atomic::Ordering::Release;

/// The memory orders and rules of records. [`JoinRules::default`] is what the device does.
#[derive(Clone, Copy, Debug)]
pub struct JoinRules {
    /// `count_down`: subtracting from `pending`.
    pub count: Ordering,
    /// `count_down`: a fence of the last child, behind its count.
    pub fence: bool,
    /// `finish`: the output is there before the count.
    pub output_first: bool,
    /// `resume`: the item is copied before the record is given back.
    pub copy_first: bool,
}

impl Default for JoinRules {
    fn default() -> Self {
        Self { count: Release, fence: true, output_first: true, copy_first: true }
    }
}

/// `Record`.
struct Record {
    pending: AtomicU32,
    /// The memory of `pending`, as the plain store of `fork` needs it: ordered with each count.
    header: Chunk,
    state: Chunk,
    outputs: [Chunk; 2],
}

/// What a continuation is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// What the fork left for it.
    pub state: u32,
    /// What the children finished with.
    pub outputs: [u32; 2],
}

/// The records of a program, and a ring of free ones for the threads of a block, if there is one.
pub struct Joins {
    pool: Pool,
    block: Option<Free>,
    records: Vec<Record>,
    rules: JoinRules,
}

impl Joins {
    /// `records` records, in `pool`, none of which was used.
    pub fn new(records: u32, pool: Pool, block: Option<Free>, rules: JoinRules) -> Self {
        let record = |_| Record {
            pending: AtomicU32::new(0),
            header: Chunk::new(0),
            state: Chunk::new(0),
            outputs: [Chunk::new(0), Chunk::new(0)],
        };
        Self { pool, block, records: (0..records).map(record).collect(), rules }
    }

    /// `Context::fork`, up to its spawns: the record, which the children are spawned with.
    pub fn fork(&self, state: u32) -> u32 {
        let number = take_one(&self.pool, self.block.as_ref());
        let record = &self.records[number as usize];
        record.header.write(0);
        store_relaxed(&record.pending, 2);
        record.state.write(state);
        number
    }

    /// `Context::finish` of a child: what the continuation is given, where this was the last one.
    pub fn finish(&self, number: u32, child: usize, output: u32) -> Option<Joined> {
        let record = &self.records[number as usize];
        if self.rules.output_first {
            record.outputs[child].write(output);
        }
        // No value is used: loom checks that the store of `fork` came before, and that the next one comes after.
        record.header.read();
        let pending = record.pending.fetch_sub(1, self.rules.count);
        if !self.rules.output_first {
            record.outputs[child].write(output);
        }
        if pending != 1 {
            return None;
        }
        if self.rules.fence {
            fence_acq_rel();
        }
        Some(self.resume(number))
    }

    fn resume(&self, number: u32) -> Joined {
        let record = &self.records[number as usize];
        let copy = || Joined { state: record.state.read(), outputs: [0, 1].map(|child| record.outputs[child].read()) };
        let copied = self.rules.copy_first.then(copy);
        give(&self.pool, self.block.as_ref(), &[number]);
        copied.unwrap_or_else(copy)
    }

    /// The records that are free while no join is under way.
    ///
    /// # Panics
    /// When the words of rings do not agree with them.
    pub fn contents(&self) -> Vec<u32> {
        let mut all = self.pool.contents();
        all.extend(self.block.iter().flat_map(Free::contents));
        all
    }
}
