//! The blocks of a slice: one procedure's tasks in its natural shape.

use whipple_runtime::{facts::item_bytes, program::ProcedureInfo};

/// Threads of a block where the procedure leaves the choice: enough to fill a multiprocessor, few enough to wait little.
const BLOCK_THREADS: u32 = 256;
/// Scratch memory that a block may use, in bytes; as in the plan of a worker block.
const SCRATCH_LIMIT: u32 = whipple_runtime::plan::SCRATCH_LIMIT as u32;
/// Named barriers of a block, without the one of all threads.
const BARRIER_NAMES: u32 = 15;

/// The block of one procedure's slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Threads.
    pub threads: u32,
    /// Tasks that run at once.
    pub tasks: u32,
    /// Dynamic shared memory in bytes: the items and shared memory of multi-threaded tasks.
    pub scratch: u32,
}

impl Geometry {
    /// The block for a procedure.
    pub fn new(procedure: &ProcedureInfo) -> Self {
        // As `Slice` in device/schedulers/megakernel/worker.cuh.
        let slice = (item_bytes(procedure).next_multiple_of(procedure.shared_align) + procedure.shared_size.max(1))
            .next_multiple_of(16) as u32;
        // A group is what `TaskGroup` in device/schedulers/common/group.cuh runs: its threads, tasks, scratch memory.
        let (threads, tasks, scratch) = match procedure.level {
            0 => (32, 32 / procedure.threads, 32 / procedure.threads * slice),
            1 => (procedure.threads.next_multiple_of(32), 1, slice),
            _ => (32, 32, 0),
        };
        let fit = (SCRATCH_LIMIT).checked_div(scratch).unwrap_or(u32::MAX);
        let names = if threads > 32 { BARRIER_NAMES } else { u32::MAX };
        let groups = (BLOCK_THREADS / threads).min(fit).min(names).max(1);
        Self { threads: groups * threads, tasks: groups * tasks, scratch: groups * scratch }
    }

    /// Blocks for this many tasks.
    pub fn blocks(&self, tasks: u32) -> u32 {
        tasks.div_ceil(self.tasks)
    }
}

/// The macro that makes a kernel for each procedure (device/schedulers/sliced/kernels.cuh).
pub fn each_procedure(geometry: &[Geometry]) -> String {
    let kernels = geometry.iter().enumerate();
    kernels
        .map(|(p, it)| format!("WHIPPLE_PROCEDURE({p}, {}, {})", it.threads, it.scratch))
        .collect::<Vec<_>>()
        .join(" ")
}
