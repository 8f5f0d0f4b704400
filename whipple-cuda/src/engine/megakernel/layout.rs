//! What the plan leaves to the compiled kernel: how many blocks are resident, and the layout of their shared memory and of chunks.

use super::{
    abi::{FEW_PROCEDURES, MOST_LENT, STASH},
    saved::header_bytes,
    shape::{Multiprocessor, Shape},
    spawns::Spawns,
};
use crate::engine::common::constants::{RECORDS, SEGMENTS, constant};
use whipple_runtime::{
    backend::ProgramDescription,
    error::Error,
    facts::{HELD_ITEMS, item_bytes},
    plan::scratch_per_warp,
    program::ProcedureInfo,
};

/// The most chunks: device code numbers their counts, one for each procedure, with 32 bits, and a ring's slots.
pub fn most_chunks(procedures: usize) -> usize {
    (u32::MAX as usize / procedures.max(1)).min(1 << 30)
}

/// Seeds that a block takes at once in a program of so many procedures: a share that gives every block work twice, at most a round, in whole
/// warps where that is not zero; where it is, and there are more than [`FEW_PROCEDURES`], one that gives every block work once.
///
/// A block reads seeds while fewer than half of its threads have tasks waiting, of any procedure or of
/// this one, or of a multiple of them where rounds run several tasks a thread, up to half of the local queue of `capacity`
/// items; they must fit on top of those. (With batches of more than [`ROUNDS_OF_SEEDS`] it reads them while even more wait, up to
/// half of its queue, and the other half has room for these.) Of a queue that does not hold what may wait they take half,
/// and a block reads them once they fit (`Seeds::take`).
pub fn seed_grain(
    procedure: &ProcedureInfo,
    procedures: usize,
    count: u32,
    block_threads: u32,
    grid: u32,
    capacity: u32,
) -> u32 {
    let warps = block_threads / 32;
    let (round, warp) = match procedure.level {
        0 => (warps * (32 / procedure.threads), 32 / procedure.threads),
        // Short tasks run several a round.
        1 => (ROUNDS_OF_SEEDS * (warps / procedure.threads.div_ceil(32)), 1),
        _ => (block_threads, 32),
    };
    let wanted = (block_threads / 2).max((block_threads * ROUNDS_OF_SEEDS).min(capacity / 2 * procedure.threads));
    let waiting = (wanted - 1) / procedure.threads;
    let room = if capacity > waiting { capacity - waiting } else { capacity / 2 };
    let most = round.min(room).max(1);
    let share = count.div_ceil(2 * grid).clamp(1, most);
    if share >= warp {
        share / warp * warp
    } else if procedures > FEW_PROCEDURES {
        count.div_ceil(grid).clamp(1, most.min(warp))
    } else {
        share
    }
}

/// Items of a chunk at most: one atomic and one flag then move 256 tasks.
const CHUNK_ITEMS: usize = 256;
/// Bytes of a chunk at most, unless single items are larger.
const CHUNK_BYTES: usize = 16 * 1024;

/// Static shared memory of a worker block of a program that is expected before the kernel is compiled, in bytes: a little more than it
/// takes.
pub fn static_shared(program: &ProgramDescription, spawns: &Spawns) -> usize {
    let procedures = program.procedures.len();
    let sources = if procedures > FEW_PROCEDURES { 16 } else { 0 };
    let forks = program.plan.facts.resumes.iter().any(|continuations| *continuations != 0);
    let records = if forks { pool(CACHED_RECORDS) } else { 0 };
    let segments = if spawns.stack > 0 { pool(CACHED_SEGMENTS) } else { 0 };
    2048 + (128 + sources) * procedures + 4 * procedures * procedures + records + segments
}

/// Free records of joins and segments of stacks that a worker block keeps.
const CACHED_RECORDS: usize = constant(RECORDS, "CACHED_RECORDS") as usize;
const CACHED_SEGMENTS: usize = constant(SEGMENTS, "CACHED_SEGMENTS") as usize;

/// Bytes of what a block knows of a pool of which it keeps so many pieces.
const fn pool(cached: usize) -> usize {
    4 * (cached + 16)
}

/// Bytes of a local queue, at most, that are given so that it can hold what a round takes and spawns.
const MOST_FOR_SPAWNS: u64 = 16 << 10;
/// The same where it holds twice what a round spawns then: no spawn needs a way past the queue.
const MOST_TO_HOLD_ROUNDS: u64 = 32 << 10;
/// Rounds of initial tasks that a block takes at once, at most. Fewer take more time to fetch; with 16 the cache
/// keeps less for level-1 tasks that work on memory (docs/log/069-room-for-batches-of-16.md).
const ROUNDS_OF_SEEDS: u32 = 8;

/// How the shared memory of a worker block is divided among its local queues, once each holds the least that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Split {
    /// In proportion to what rounds can spawn into them.
    #[default]
    Spawns,
    /// As many rounds for each, or times the least that it needs.
    Rounds,
}

/// How a worker block's dynamic shared memory and the chunks are laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Worker blocks of one multiprocessor.
    pub blocks: u32,
    /// Capacity of each local queue in items, a power of two.
    pub capacity: Vec<u32>,
    /// Where each local queue starts, in bytes.
    pub local_offset: Vec<u32>,
    /// Where the scratch memory starts, in bytes.
    pub scratch_offset: u32,
    /// Scratch memory of each warp, in bytes.
    pub scratch_per_warp: u32,
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// Bytes of a chunk.
    pub chunk_bytes: u32,
    /// Items of one procedure that fill a chunk.
    pub chunk_capacity: Vec<u32>,
    /// Items of each procedure in a chunk that has some of all.
    pub share_capacity: Vec<u32>,
}

impl Layout {
    /// Lays out the worker blocks of a shape beside `static_shared` bytes of static shared memory. Takes fewer blocks where the
    /// local queues need it.
    ///
    /// # Errors
    /// [`Error::Options`] when not even one block fits.
    pub fn new(
        procedures: &[ProcedureInfo],
        spawns: &Spawns,
        shape: Shape,
        split: Split,
        static_shared: usize,
        multiprocessor: Multiprocessor,
    ) -> Result<Self, Error> {
        let block_threads = shape.block_threads;
        let warps = (block_threads / 32) as usize;
        // A warp runs tasks of levels 0 and 1, or has stacks.
        let stacks = 32 * 4 * spawns.stack;
        let scratch = scratch_per_warp(procedures).max(stacks);
        for blocks in (1..=shape.blocks.max(1)).rev() {
            let share = (multiprocessor.shared / blocks as usize).saturating_sub(multiprocessor.reserved_per_block);
            let of_block = share.min(multiprocessor.shared_per_block).saturating_sub(static_shared);
            let of_queues = (of_block / 16 * 16).saturating_sub(warps * scratch);
            if let Some(capacity) = distribute(procedures, spawns, split, block_threads, of_queues) {
                return Ok(Self { blocks, ..Self::assemble(procedures, warps, scratch, capacity) });
            }
        }
        Err(Error::Options {
            option: "block_threads",
            value: block_threads.to_string(),
            reason: format!(
                "the local queues and the shared memory of the tasks of such a worker block do not fit {} bytes of shared memory: choose fewer threads, or make the work items smaller",
                multiprocessor.shared_per_block
            ),
        })
    }

    fn assemble(procedures: &[ProcedureInfo], warps: usize, scratch: usize, capacity: Vec<u32>) -> Self {
        let mut local_offset = Vec::new();
        let mut end = 0_usize;
        for (procedure, capacity) in procedures.iter().zip(&capacity) {
            local_offset.push(end as u32);
            end = (end + item_bytes(procedure) * *capacity as usize).next_multiple_of(16);
        }
        let chunk_bytes = chunk_bytes(procedures);
        let limit = |share: usize| {
            move |(procedure, capacity): (&ProcedureInfo, &u32)| {
                let fit = share / item_bytes(procedure);
                fit.clamp(1, CHUNK_ITEMS.min(*capacity as usize / 2).max(1)) as u32
            }
        };
        let share = (chunk_bytes / procedures.len()).saturating_sub(16);
        Self {
            blocks: 0,
            chunk_capacity: procedures.iter().zip(&capacity).map(limit(chunk_bytes)).collect(),
            share_capacity: procedures.iter().zip(&capacity).map(limit(share)).collect(),
            local_offset,
            scratch_offset: end as u32,
            scratch_per_warp: scratch as u32,
            dynamic_shared: (end + warps * scratch) as u32,
            chunk_bytes: chunk_bytes as u32,
            capacity,
        }
    }

    /// Whether each local queue holds, in half of its capacity, all that a full round of any procedures can spawn. Then spawns
    /// need no way past the local queues.
    pub fn holds_rounds(&self, procedures: &[ProcedureInfo], block_threads: u32, spawns: &Spawns) -> bool {
        self.holds(procedures, block_threads, spawns, |capacity| capacity / 2)
    }

    /// Whether each local queue, when it is empty, holds what a full round of any procedures can spawn.
    pub fn fits_rounds(&self, procedures: &[ProcedureInfo], block_threads: u32, spawns: &Spawns) -> bool {
        self.holds(procedures, block_threads, spawns, |capacity| capacity)
    }

    /// Whether a full round of any procedures spawns no more into each local queue than `part` of its capacity.
    fn holds(
        &self,
        procedures: &[ProcedureInfo],
        block_threads: u32,
        spawns: &Spawns,
        part: impl Fn(u32) -> u32,
    ) -> bool {
        procedures.iter().zip(&spawns.queued).all(|(procedure, spawns)| {
            let mut targets = spawns.iter().zip(&self.capacity);
            targets
                .all(|(most, capacity)| spawned_by_round(procedure, block_threads, *most) <= u64::from(part(*capacity)))
        })
    }

    /// Chunks that a worker block takes in reserve for what its rounds may spawn beside its local queues, at most: those of a full round
    /// of the procedure that asks for the most, while queues are three quarters full (fuller ones are exported, or of leaves, which are run).
    pub fn chunks_of_round(&self, procedures: &[ProcedureInfo], block_threads: u32, spawns: &Spawns) -> usize {
        let each = procedures.iter().zip(&spawns.queued).map(|(procedure, spawns)| {
            let targets = spawns.iter().zip(&self.capacity).zip(&self.chunk_capacity);
            let chunks = targets.map(|((most, capacity), chunk)| {
                spawned_by_round(procedure, block_threads, *most)
                    .saturating_sub(u64::from(capacity / 4))
                    .div_ceil(u64::from(*chunk))
            });
            chunks.sum::<u64>()
        });
        each.max().unwrap_or(0).min(STASH as u64) as usize
    }

    /// Chunks that are promised to a worker block's local queues, at most, where rounds count their own spawns: for what batches may spawn into
    /// queues that are half full (`Room::borrow`); none where that would be too many.
    pub fn chunks_on_loan(&self, procedures: &[ProcedureInfo], block_threads: u32, spawns: &Spawns) -> usize {
        let queues = self.capacity.iter().zip(&self.chunk_capacity).enumerate();
        let each = queues.map(|(target, (capacity, chunk))| {
            let spawned = procedures
                .iter()
                .zip(&spawns.queued)
                .map(|(procedure, spawns)| spawned_by_round(procedure, block_threads, spawns[target]));
            match spawned.max() {
                None | Some(0) => 0,
                Some(most) => (most.max(u64::from(*capacity)) - u64::from(capacity / 2)).div_ceil(u64::from(*chunk)),
            }
        });
        let all = each.sum::<u64>() as usize;
        if all <= MOST_LENT { all } else { 0 }
    }

    /// Checks that a worker block can always secure room for what its smallest round spawns: a full warp, or one level-1
    /// task. Otherwise no amount of queue memory would let that round run. It also keeps the sums of a whole round, which
    /// the device adds up, far from the end of 32 bits.
    ///
    /// # Errors
    /// [`Error::Other`] that names the procedure.
    pub fn check_spawns(&self, procedures: &[ProcedureInfo], spawns: &Spawns) -> Result<(), Error> {
        for (procedure, spawns) in procedures.iter().zip(&spawns.queued) {
            if self.keeps_room(procedure, spawns, u32::MAX) {
                continue;
            }
            let most = spawns.iter().fold(0_u32, |sum, most| sum.saturating_add(*most));
            let each = spawns.iter().max().map_or(0, |most| most / procedure.threads);
            let of_each = if procedure.threads > 1 {
                format!(" (each of its {} threads up to {each} of a procedure)", procedure.threads)
            } else {
                String::new()
            };
            // With fewer spawns the queues may be shorter: what the chunks hold alone fits in any case.
            let alone = Self { capacity: vec![0; self.capacity.len()], ..self.clone() };
            let limit = largest(each, |limit| alone.keeps_room(procedure, spawns, limit));
            let lower = if limit > 0 { format!("give a `max_spawns` of at most {limit}, ") } else { String::new() };
            let tasks = tasks_of_smallest_round(procedure);
            let message = format!(
                "one task of `{}` may spawn {most} tasks{of_each}, and the {tasks} that run together on a warp more than a worker block can keep room for: {lower}spawn the tasks in several steps, or make the work items smaller",
                procedure.name
            );
            return Err(Error::other(message, None));
        }
        Ok(())
    }

    /// Whether a worker block can keep room for what the smallest round of a procedure spawns, if each thread spawns at most `limit` tasks of a
    /// procedure.
    fn keeps_room(&self, procedure: &ProcedureInfo, spawns: &[u32], limit: u32) -> bool {
        let targets = spawns.iter().zip(&self.capacity).zip(&self.chunk_capacity);
        let chunks = targets.map(|((most, capacity), chunk)| {
            let most = u64::from(*most).min(u64::from(procedure.threads) * u64::from(limit));
            // A queue that is fuller than three quarters is exported first, or of leaves, which always run.
            let over = (u64::from(tasks_of_smallest_round(procedure)) * most).saturating_sub(u64::from(capacity / 4));
            over.div_ceil(u64::from(*chunk))
        });
        chunks.sum::<u64>() <= STASH as u64
    }

    /// Bytes that a block's saved area takes.
    pub fn saved_bytes(&self, procedures: &[ProcedureInfo]) -> usize {
        let header = header_bytes(procedures.len());
        let queues = procedures.iter().zip(&self.capacity);
        header + queues.map(|(p, capacity)| (item_bytes(p) * *capacity as usize).next_multiple_of(16)).sum::<usize>()
    }
}

/// Bytes of a chunk: 256 items of the largest procedure within 16 KiB, and at least two items of every procedure at once.
fn chunk_bytes(procedures: &[ProcedureInfo]) -> usize {
    let largest = procedures.iter().map(|p| (item_bytes(p) * CHUNK_ITEMS).min(CHUNK_BYTES)).max().unwrap_or(0);
    let each = procedures.iter().map(|p| (item_bytes(p) * 2).next_multiple_of(16) + 16).max().unwrap_or(0);
    largest.max(each * procedures.len()).next_multiple_of(128)
}

/// The largest number up to `most` of which `holds` is true, which is true of 0 and up to some number.
fn largest(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut least, mut most) = (0, most);
    while least < most {
        let middle = most - (most - least) / 2;
        if holds(middle) { least = middle } else { most = middle - 1 }
    }
    least
}

/// Tasks of a procedure that run at least together: those of a full warp, or one of level 1.
fn tasks_of_smallest_round(procedure: &ProcedureInfo) -> u32 {
    if procedure.level == 1 { 1 } else { 32 / procedure.threads }
}

/// Tasks of a procedure that a block of `threads` threads runs in a round.
fn tasks_of_round(procedure: &ProcedureInfo, threads: u32) -> u32 {
    match procedure.level {
        1 => threads / 32 / procedure.threads.div_ceil(32),
        _ => threads / 32 * (32 / procedure.threads),
    }
}

/// The most tasks that a round of a block of `threads` threads spawns into a queue, if a task of the procedure spawns `most`. Warps that
/// are too few for a task run those of other procedures: so each counts for its part of what its task may spawn.
fn spawned_by_round(procedure: &ProcedureInfo, threads: u32, most: u32) -> u64 {
    let warps = u64::from(threads / 32);
    match procedure.level {
        1 => warps * u64::from(most) / u64::from(procedure.threads.div_ceil(32)),
        _ => warps * u64::from(32 / procedure.threads) * u64::from(most),
    }
}

/// Local queues of a block of `block_threads` threads within `bytes`: each holds at least one full round of its procedure. Of many procedures one that others
/// spawn needs no more than twice what a round can spawn of it, and two full warps (so initial tasks of such a one come in smaller numbers). What is
/// left doubles the queue that holds the smallest part of what a round can spawn into it (or has grown the least), again and again, up to eight
/// times the least, or further up to 16 KiB until it holds twice what a round can spawn. It may have 32 KiB if it holds that then.
fn distribute(
    procedures: &[ProcedureInfo],
    spawns: &Spawns,
    split: Split,
    block_threads: u32,
    bytes: usize,
) -> Option<Vec<u32>> {
    let round = |p: &ProcedureInfo| tasks_of_round(p, block_threads);
    let cost = |p: &ProcedureInfo, capacity: u32| (item_bytes(p) * capacity as usize).next_multiple_of(16);
    // What a round can spawn into queue `i`.
    let spawned = |i: usize| {
        let round =
            procedures.iter().zip(&spawns.queued).map(|(p, queued)| spawned_by_round(p, block_threads, queued[i]));
        round.max().unwrap_or(0)
    };
    let spawned: Vec<u64> = (0..procedures.len()).map(spawned).collect();
    // Tasks that are seldom spawned fill no round; two full warps of them still wait for each other.
    let least = |((p, into_queue), is_spawned): ((&ProcedureInfo, &u64), &bool)| {
        let seldom = 2 * into_queue.max(&u64::from(32 / p.threads.min(32)));
        if procedures.len() <= FEW_PROCEDURES || p.level == 1 || !is_spawned {
            round(p)
        } else {
            u64::from(round(p)).min(seldom) as u32
        }
    };
    let least: Vec<u32> = procedures.iter().zip(&spawned).zip(&spawns.spawned).map(least).collect();
    let mut capacity: Vec<u32> = least.iter().map(|least| least.next_power_of_two().max(4)).collect();
    let mut used: usize = procedures.iter().zip(&capacity).map(|(p, capacity)| cost(p, *capacity)).sum();
    if used > bytes {
        return None;
    }
    // A round may run several short tasks of level 1 one after another: it takes and spawns that many times as much.
    let batch = if procedures.iter().any(|p| p.level == 1) { HELD_ITEMS as u64 } else { 1 };
    let large_enough = |i: usize, capacity: u32| {
        let taken = if procedures[i].level == 1 { 4 * u64::from(round(&procedures[i])) * batch } else { 0 };
        let wanted = taken.max(2 * batch * spawned[i].max(1));
        // What no queue of fewer than 2^24 items holds may as well be 2^25.
        let rounds = (2 * spawned[i]).next_power_of_two().min(1 << 25) as u32;
        let may_hold = capacity < rounds && cost(&procedures[i], rounds) as u64 <= MOST_TO_HOLD_ROUNDS;
        let most = if may_hold { MOST_TO_HOLD_ROUNDS } else { MOST_FOR_SPAWNS };
        u64::from(capacity) >= wanted || 2 * cost(&procedures[i], capacity) as u64 > most
    };
    loop {
        let rounds = |index: usize| capacity[index] / least[index].max(1);
        // A capacity is below 2^24, the memory of a multiprocessor.
        let held = |index: usize| match split {
            Split::Rounds => u64::from(rounds(index)),
            Split::Spawns => (u64::from(capacity[index]) << 40) / spawned[index].max(1),
        };
        let candidate = (0..procedures.len())
            .filter(|&i| rounds(i) < 8 || !large_enough(i, capacity[i]))
            .filter(|&i| used + cost(&procedures[i], capacity[i] * 2) - cost(&procedures[i], capacity[i]) <= bytes)
            .min_by_key(|&i| (held(i), cost(&procedures[i], capacity[i])));
        let Some(index) = candidate else { return Some(capacity) };
        used += cost(&procedures[index], capacity[index] * 2) - cost(&procedures[index], capacity[index]);
        capacity[index] *= 2;
    }
}

#[cfg(test)]
pub(in crate::engine) mod tests;
