//! How many chunks a program gets: at the start, and at most.

use super::{
    abi::SPARE,
    kernel::{Kernel, Wanted},
    layout::most_chunks,
};
use crate::engine::common::budget::initial_queue_memory;
use whipple_runtime::error::Error;

/// The part of the free memory that the chunks take at the start at most, where worker blocks could do with more than that.
const INITIAL_PART: usize = 16;
/// Chunks at the start for each worker block at least, where no limit is set.
pub const INITIAL_CHUNKS_PER_BLOCK: usize = 16;

/// The most that the queues may have.
#[derive(Clone, Copy)]
pub struct Limit {
    pub bytes: usize,
    pub chunks: usize,
}

impl Limit {
    /// What the options say, or all that the device has left.
    ///
    /// # Errors
    /// [`Error::Options`] for less than a chunk of each procedure, or what the driver met.
    pub fn new(wanted: Wanted<'_>, chunk_bytes: usize) -> Result<Self, Error> {
        let Wanted { gpu, program, options, .. } = wanted;
        let procedures = program.procedures.len();
        let most = most_chunks(procedures);
        let limit = match options.queue_memory {
            Some(bytes) => Self { bytes, chunks: (bytes / chunk_bytes).min(most) },
            None => Self { bytes: gpu.memory_info()?.0, chunks: most },
        };
        if limit.chunks >= procedures {
            return Ok(limit);
        }
        Err(Error::Options {
            option: "queue_memory",
            value: format!("{} bytes", limit.bytes),
            reason: format!(
                "the queues of `{}` need at least one chunk of {chunk_bytes} bytes for each of its {procedures} procedures: give {} bytes or more",
                program.name,
                chunk_bytes * procedures
            ),
        })
    }
}

/// The number of chunks at the start.
///
/// # Errors
/// What the driver met.
pub fn initial(wanted: Wanted<'_>, kernel: &Kernel) -> Result<usize, Error> {
    let Wanted { gpu, program, options, spawns, .. } = wanted;
    let Kernel { layout, block_threads, grid, rooms, .. } = kernel;
    let procedures = program.procedures;
    let chunk_bytes = layout.chunk_bytes as usize;
    if let Some(bytes) = options.initial_queue_memory {
        return Ok((bytes / chunk_bytes).max(procedures.len()));
    }
    // Each block may hold a reserve for its rounds, and some to hand over; else all but a few wait for chunks.
    let mut each = layout.chunks_of_round(procedures, *block_threads, spawns) + SPARE;
    if rooms.counted {
        each += layout.chunks_on_loan(procedures, *block_threads, spawns);
    }
    let blocks = *grid as usize;
    let free = gpu.memory_info()?.0;
    let wanted = (blocks * each).min(free / INITIAL_PART / chunk_bytes);
    // Where others have most of the memory, the chunks leave half of the rest for what else a run needs.
    let usual = initial_queue_memory(gpu).min(free / 2) / chunk_bytes;
    let least = (blocks * INITIAL_CHUNKS_PER_BLOCK).min(free / 2 / chunk_bytes);
    Ok(wanted.max(usual).max(least).max(procedures.len()))
}
