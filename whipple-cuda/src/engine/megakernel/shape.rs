//! The shape of a megakernel: threads of a worker block, blocks on a multiprocessor. What they rest on:
//! docs/log/027-hand-over-from-a-round.md and docs/log/001-resident-threads-of-reyes.md.

use crate::driver::Properties;
use whipple_runtime::{
    backend::ProgramDescription, error::Error, options::Options, plan::check_block_threads, program::ProcedureInfo,
};

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

impl Multiprocessor {
    /// That of a GPU.
    pub fn of(properties: &Properties) -> Self {
        Self {
            shared: properties.shared_per_multiprocessor as usize,
            shared_per_block: properties.shared_per_block as usize,
            reserved_per_block: properties.shared_reserved_per_block as usize,
        }
    }
}

/// How the threads of a multiprocessor are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Threads of a worker block.
    pub block_threads: u32,
    /// Worker blocks of a multiprocessor.
    pub blocks: u32,
}

impl Shape {
    /// The shape for a program.
    ///
    /// # Errors
    /// [`Error::Options`] when the block size that the options name does not fit.
    pub fn new(program: ProgramDescription, options: &Options, threads_per_multiprocessor: u32) -> Result<Self, Error> {
        let procedures = program.procedures;
        let block_threads = options.block_threads.unwrap_or(program.plan.block_threads);
        check_block_threads(block_threads, procedures)?;
        let resident = threads_per_multiprocessor.min(resident_threads(procedures));
        Ok(Self { block_threads, blocks: (resident / block_threads).max(1) })
    }

    /// The shape with a quarter fewer blocks, and so more registers for each thread; `None` where registers are plentiful: at 512
    /// threads a multiprocessor.
    pub fn with_more_registers(&self) -> Option<Self> {
        let blocks = self.blocks * 3 / 4;
        (blocks > 0 && blocks * self.block_threads >= 512).then_some(Self { blocks, ..*self })
    }
}

/// Threads that should be resident on a multiprocessor, which bounds the registers of each.
fn resident_threads(procedures: &[ProcedureInfo]) -> u32 {
    let levels = |level: u32| procedures.iter().filter(|procedure| procedure.level == level).count();
    if levels(1) == procedures.len() {
        // Each block waits for its slowest thread: others fill the gaps.
        2048
    } else if levels(2) == procedures.len() && procedures.len() > 1 {
        1280
    } else {
        1024
    }
}

/// Threads that must have tasks waiting in a worker block before it hands some over to starving ones.
pub fn least_hand_over(procedures: &[ProcedureInfo], block_threads: u32) -> u32 {
    // Less than a round is done sooner than handed over, where tasks are of threads or parts of a warp. Wider ones tend to last longer.
    if procedures.iter().all(|p| p.level != 1) { block_threads } else { 128 }
}
