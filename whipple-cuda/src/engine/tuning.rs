//! What the plan leaves to the compiled kernel: resident blocks, local queues, chunks.

use super::layout::STASH;
use whipple_runtime::{error::Error, plan::scratch_per_warp, program::ProcedureInfo};

/// Items of a chunk at most: one atomic and one flag then move 256 tasks.
const CHUNK_ITEMS: usize = 256;
/// Bytes of a chunk at most, unless single items are larger.
const CHUNK_BYTES: usize = 16 * 1024;

/// What one multiprocessor offers.
#[derive(Clone, Copy, Debug)]
pub struct Multiprocessor {
    /// Shared memory of all its blocks, in bytes.
    pub shared: usize,
    /// Shared memory of one block at most, in bytes.
    pub shared_per_block: usize,
    /// Shared memory that the driver keeps of each block, in bytes.
    pub reserved_per_block: usize,
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
    /// Lays out a worker block of `block_threads` threads, of which registers allow `blocks` on a multiprocessor, beside
    /// `static_shared` bytes of static shared memory. Takes fewer blocks where the local queues need it.
    ///
    /// # Errors
    /// [`Error::Options`] when not even one block fits.
    pub fn new(
        procedures: &[ProcedureInfo],
        block_threads: u32,
        blocks: u32,
        static_shared: usize,
        multiprocessor: Multiprocessor,
    ) -> Result<Self, Error> {
        let warps = block_threads as usize / 32;
        let scratch = scratch_per_warp(procedures);
        for blocks in (1..=blocks.max(1)).rev() {
            let share = (multiprocessor.shared / blocks as usize).saturating_sub(multiprocessor.reserved_per_block);
            let available = share.min(multiprocessor.shared_per_block).saturating_sub(static_shared + warps * scratch);
            if let Some(capacity) = distribute(procedures, block_threads, available) {
                return Ok(Self::assemble(procedures, warps, scratch, blocks, capacity));
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

    fn assemble(procedures: &[ProcedureInfo], warps: usize, scratch: usize, blocks: u32, capacity: Vec<u32>) -> Self {
        let mut local_offset = Vec::new();
        let mut end = 0_usize;
        for (procedure, capacity) in procedures.iter().zip(&capacity) {
            local_offset.push(end as u32);
            end = (end + procedure.item_size * *capacity as usize).next_multiple_of(16);
        }
        let chunk_bytes = chunk_bytes(procedures);
        let limit = |share: usize| {
            move |(procedure, capacity): (&ProcedureInfo, &u32)| {
                let fit = share / procedure.item_size.max(1);
                fit.clamp(1, CHUNK_ITEMS.min(*capacity as usize / 2).max(1)) as u32
            }
        };
        let share = (chunk_bytes / procedures.len()).saturating_sub(16);
        Self {
            blocks,
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

    /// Bytes that a block's saved area takes.
    pub fn saved_bytes(&self, procedures: &[ProcedureInfo]) -> usize {
        let header = ((1 + STASH + procedures.len()) * 4).next_multiple_of(16);
        let queues = procedures.iter().zip(&self.capacity);
        header + queues.map(|(p, capacity)| (p.item_size * *capacity as usize).next_multiple_of(16)).sum::<usize>()
    }
}

/// Bytes of a chunk: 256 items of the largest procedure within 16 KiB, and at least two items of every procedure at once.
fn chunk_bytes(procedures: &[ProcedureInfo]) -> usize {
    let largest = procedures.iter().map(|p| (p.item_size * CHUNK_ITEMS).min(CHUNK_BYTES)).max().unwrap_or(0);
    let each = procedures.iter().map(|p| (p.item_size * 2).next_multiple_of(16) + 16).max().unwrap_or(0);
    largest.max(each * procedures.len()).next_multiple_of(128)
}

/// Local queues within `bytes`: each holds at least one full round of its procedure; what is left doubles the queue that
/// holds the fewest rounds, again and again, up to eight rounds.
fn distribute(procedures: &[ProcedureInfo], block_threads: u32, bytes: usize) -> Option<Vec<u32>> {
    let round = |p: &ProcedureInfo| match p.level {
        0 => block_threads / 32 * (32 / p.threads),
        1 => block_threads / 32 / p.threads.div_ceil(32),
        _ => block_threads,
    };
    let cost = |p: &ProcedureInfo, capacity: u32| (p.item_size * capacity as usize).next_multiple_of(16);
    let mut capacity: Vec<u32> = procedures.iter().map(|p| round(p).next_power_of_two().max(4)).collect();
    let mut used: usize = procedures.iter().zip(&capacity).map(|(p, capacity)| cost(p, *capacity)).sum();
    if used > bytes {
        return None;
    }
    loop {
        let rounds = |index: usize| capacity[index] / round(&procedures[index]).max(1);
        let candidate = (0..procedures.len())
            .filter(|&i| rounds(i) < 8)
            .filter(|&i| used + cost(&procedures[i], capacity[i] * 2) - cost(&procedures[i], capacity[i]) <= bytes)
            .min_by_key(|&i| (rounds(i), cost(&procedures[i], capacity[i])));
        let Some(index) = candidate else { return Some(capacity) };
        used += cost(&procedures[index], capacity[index] * 2) - cost(&procedures[index], capacity[index]);
        capacity[index] *= 2;
    }
}
