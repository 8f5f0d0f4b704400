//! `fork`, `join`, `fork_one`, `finish`, `finish_with_sum`, `end_task`, `count_down` and `resume` of `device/context.cuh`, with the records of
//! `device/join/record.cuh`.
//!
//! A spawn is up to the caller, and so is what carries its order. All forks have two children, and there are two places for the children of a join
//! whose outputs are gathered as `Several`.

use crate::{
    Chunk, Free, Pool,
    pool::{give, take_one},
    sync::{AtomicU32, Ordering, add_relaxed, fence_acq_rel, load_relaxed, store_relaxed},
};
use std::sync::atomic::Ordering::Release;

/// `HELD`: more than any children.
pub const HELD: u32 = 1 << 31;

/// The memory orders and rules of records. [`JoinRules::default`] is what the device does.
#[derive(Clone, Copy, Debug)]
pub struct JoinRules {
    /// `count_down`: a child's subtraction from `pending`.
    pub count: Ordering,
    /// `count_down`: what the task that opened a join adds to `pending`.
    pub count_at_end: Ordering,
    /// `count_down`: a fence of the last one, behind its count.
    pub fence: bool,
    /// `finish`: the output is there before the count.
    pub output_first: bool,
    /// `resume`: the item is copied before the record is given back.
    pub copy_first: bool,
    /// `join`: what `pending` begins with.
    pub held: u32,
    /// `end_task`: children are counted when all are made. If not, `fork_one` counts each.
    pub counts_at_end: bool,
    /// `end_task`: the number of children is there before the count.
    pub number_first: bool,
    /// `write`: one operation adds to a sum. If not, a load and a store do.
    pub adds_at_once: bool,
    /// `finish_with_sum`: the task's own part is stored before children are made. If not, at its end.
    pub own_first: bool,
    /// `fork_one` of a sum: the child is counted before it is spawned. If not, at the task's end.
    pub counts_first: bool,
}

impl Default for JoinRules {
    fn default() -> Self {
        Self {
            count: Release,
            count_at_end: Release,
            fence: true,
            output_first: true,
            copy_first: true,
            held: HELD,
            counts_at_end: true,
            number_first: true,
            adds_at_once: true,
            own_first: true,
            counts_first: true,
        }
    }
}

/// What the children of a join finish with, as the continuation is given it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outputs {
    /// `Outputs`: of the two children of a fork.
    Two([u32; 2]),
    /// `Several`.
    Several {
        /// Zeros where there is no child.
        values: [u32; 2],
        /// How many children there are.
        count: u32,
    },
    /// `Total`.
    Total(u32),
}

/// The procedures that continue, one for each kind of outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// It is given [`Outputs::Two`].
    Two,
    /// It is given [`Outputs::Several`].
    Several,
    /// It is given [`Outputs::Total`].
    Total,
}

impl Continuation {
    const ALL: [Self; 3] = [Self::Two, Self::Several, Self::Total];
}

/// What a continuation is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// What the task that forked left for it.
    pub state: u32,
    /// What the children finished with.
    pub outputs: Outputs,
}

/// Where the output of a child goes.
#[derive(Clone, Copy, Debug)]
pub struct ReturnTo {
    record: u32,
    place: Place,
}

/// `ReturnTo::offset`.
#[derive(Clone, Copy, Debug)]
enum Place {
    Of(usize),
    /// `ReturnTo::ADDS`.
    Adds(usize),
}

/// A join that a task has opened.
pub struct Opened {
    record: u32,
    children: u32,
    continuation: Continuation,
}

/// The sum that a task finishes with.
pub struct Sum {
    to: ReturnTo,
    own: u32,
    children: u32,
}

/// `Record`.
struct Record {
    pending: AtomicU32,
    /// `continuation`. It stands for the memory of `pending`, too, as the plain stores of `fork` and `join` need it: ordered with each count.
    header: Chunk,
    state: Chunk,
    /// The places of outputs: what is stored there, and the sums of it and of what is added.
    outputs: [Chunk; 2],
    sums: [AtomicU32; 2],
    count: Chunk,
}

impl Record {
    fn new() -> Self {
        let chunk = || Chunk::new(0);
        let word = || AtomicU32::new(0);
        Self {
            pending: word(),
            header: chunk(),
            state: chunk(),
            outputs: [chunk(), chunk()],
            sums: [word(), word()],
            count: chunk(),
        }
    }

    /// The start of `fork` and of `join`.
    fn begin(&self, pending: u32, continuation: Continuation, state: u32) {
        self.header.write(continuation as u32);
        store_relaxed(&self.pending, pending);
        self.state.write(state);
    }

    /// The `memset` of `join`.
    fn clear(&self) {
        for child in 0..2 {
            self.store(child, 0);
        }
        self.count.write(0);
    }

    fn store(&self, child: usize, output: u32) {
        self.outputs[child].write(output);
        store_relaxed(&self.sums[child], output);
    }

    /// `joins::write`.
    fn write(&self, place: Place, output: u32, rules: JoinRules) {
        match place {
            Place::Of(child) => self.store(child, output),
            Place::Adds(child) => {
                // No value is used: loom checks that what is stored there came before, and that the next one comes after.
                self.outputs[child].read();
                if rules.adds_at_once {
                    add_relaxed(&self.sums[child], output);
                } else {
                    store_relaxed(&self.sums[child], load_relaxed(&self.sums[child]) + output);
                }
            }
        }
    }

    fn copy(&self) -> Joined {
        // As in `write`.
        let value = |child: usize| {
            self.outputs[child].read();
            load_relaxed(&self.sums[child])
        };
        let values = || [0, 1].map(value);
        let outputs = match Continuation::ALL[self.header.read() as usize] {
            Continuation::Two => Outputs::Two(values()),
            Continuation::Several => Outputs::Several { values: values(), count: self.count.read() },
            Continuation::Total => Outputs::Total(value(0)),
        };
        Joined { state: self.state.read(), outputs }
    }
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
        Self { pool, block, records: (0..records).map(|_| Record::new()).collect(), rules }
    }

    /// `Context::fork`, up to its spawns: the destinations, which the children are spawned with.
    pub fn fork(&self, state: u32) -> [ReturnTo; 2] {
        let record = take_one(&self.pool, self.block.as_ref());
        self.record(record).begin(2, Continuation::Two, state);
        [0, 1].map(|child| ReturnTo { record, place: Place::Of(child) })
    }

    /// `Context::join`.
    pub fn join(&self, continuation: Continuation, state: u32) -> Opened {
        let number = take_one(&self.pool, self.block.as_ref());
        let record = self.record(number);
        record.begin(if self.rules.counts_at_end { self.rules.held } else { 0 }, continuation, state);
        record.clear();
        Opened { record: number, children: 0, continuation }
    }

    /// `Context::fork_one`, up to its spawn: the destination, which the child is spawned with.
    pub fn fork_one(&self, opened: &mut Opened) -> ReturnTo {
        let place = match opened.continuation {
            Continuation::Total => Place::Adds(0),
            _ => Place::Of(opened.children as usize),
        };
        opened.children += 1;
        if !self.rules.counts_at_end {
            add_relaxed(&self.record(opened.record).pending, 1);
        }
        ReturnTo { record: opened.record, place }
    }

    /// `Context::end_task` of a task that opened a join: what the continuation is given, where all children have finished.
    pub fn end_task(&self, opened: &Opened) -> Option<Joined> {
        let write_number = || {
            if opened.continuation == Continuation::Several {
                self.record(opened.record).count.write(opened.children);
            }
        };
        if self.rules.number_first {
            write_number();
        }
        let more = opened.children.wrapping_sub(self.rules.held);
        let is_last = self.rules.counts_at_end && self.count_down(opened.record, more, self.rules.count_at_end);
        if !self.rules.number_first {
            write_number();
        }
        is_last.then(|| self.resume(opened.record))
    }

    /// `Context::finish_with_sum` of a child.
    pub fn finish_with_sum(&self, to: ReturnTo, own: u32) -> Sum {
        if self.rules.own_first {
            self.record(to.record).write(to.place, own, self.rules);
        }
        let (Place::Of(child) | Place::Adds(child)) = to.place;
        Sum { to: ReturnTo { place: Place::Adds(child), ..to }, own, children: 0 }
    }

    /// `Context::fork_one` of a sum, up to its spawn: the destination, which the child is spawned with.
    pub fn fork_addend(&self, sum: &mut Sum) -> ReturnTo {
        sum.children += 1;
        if self.rules.counts_first {
            add_relaxed(&self.record(sum.to.record).pending, 1);
        }
        sum.to
    }

    /// `Context::end_task` of a task that finishes with a sum: as of `finish`.
    pub fn end_sum(&self, sum: &Sum) -> Option<Joined> {
        let record = self.record(sum.to.record);
        if !self.rules.own_first {
            let (Place::Of(child) | Place::Adds(child)) = sum.to.place;
            record.store(child, sum.own);
        }
        if !self.rules.counts_first {
            add_relaxed(&record.pending, sum.children);
        }
        self.count_down(sum.to.record, 1_u32.wrapping_neg(), self.rules.count).then(|| self.resume(sum.to.record))
    }

    /// `Context::finish` of a child: what the continuation is given, where this was the last one.
    pub fn finish(&self, to: ReturnTo, output: u32) -> Option<Joined> {
        let write = || self.record(to.record).write(to.place, output, self.rules);
        if self.rules.output_first {
            write();
        }
        let is_last = self.count_down(to.record, 1_u32.wrapping_neg(), self.rules.count);
        if !self.rules.output_first {
            write();
        }
        is_last.then(|| self.resume(to.record))
    }

    fn record(&self, number: u32) -> &Record {
        &self.records[number as usize]
    }

    /// Whether this was the last one: then `resume` comes next.
    fn count_down(&self, number: u32, more: u32, order: Ordering) -> bool {
        let record = self.record(number);
        // No value is used: loom checks that the store of `fork` or `join` came before, and that the next one comes after.
        record.header.read();
        let is_last = record.pending.fetch_add(more, order).wrapping_add(more) == 0;
        if is_last && self.rules.fence {
            fence_acq_rel();
        }
        is_last
    }

    fn resume(&self, number: u32) -> Joined {
        let copy = || self.record(number).copy();
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
