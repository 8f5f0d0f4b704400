//! Worker blocks: the barriers that they name, and the error where none fits.

use crate::driver::Gpu;
use whipple_runtime::{error::Error, options::Options, program::ProcedureInfo};

/// The highest barrier name that a level-1 task of several warps gets in a block of `block_threads` threads; 0 where there are no
/// such tasks. The task that starts at warp `w` has name `1 + w / 2` (`Level1::barrier_name` in `device/schedulers/megakernel/tasks/level1.cuh`). Few names
/// matter: a multiprocessor has 64 barriers for all its blocks.
pub fn barrier_names(procedures: &[ProcedureInfo], block_threads: u32) -> u32 {
    let groups = procedures.iter().filter(|p| p.level == 1 && p.threads > 32).map(|p| p.threads.div_ceil(32));
    let last_start = |width: u32| (block_threads / 32).min(if width <= 3 { 30 } else { 32 }) - width;
    groups.map(|width| 1 + last_start(width) / 2).max().unwrap_or(0)
}

/// The same where the tasks of a block are numbered: the `n`-th has name `1 + n`, up to 15 (`TaskGroup` in
/// `device/schedulers/common/group.cuh`). `block_threads` gives the threads of a block that runs a procedure.
pub fn numbered_barriers(procedures: &[ProcedureInfo], block_threads: impl Fn(&ProcedureInfo) -> u32) -> u32 {
    let groups = procedures.iter().filter(|p| p.level == 1 && p.threads > 32);
    groups.map(|p| (block_threads(p) / p.threads.next_multiple_of(32)).min(15)).max().unwrap_or(0)
}

/// A multiprocessor holds no worker block of this size.
pub fn no_block_fits(gpu: &Gpu, options: &Options, block_threads: u32) -> Error {
    let mut reason = "no worker block of this size fits a multiprocessor: choose fewer threads".to_owned();
    if gpu.is_emulated() {
        let threads = gpu.properties().threads_per_multiprocessor;
        reason += &format!(", or more for the multiprocessor in `WHIPPLE_EMULATION_THREADS` (it has {threads})");
    }
    let value = match options.block_threads {
        Some(threads) => threads.to_string(),
        None => format!("left to the plan, which takes {block_threads}"),
    };
    Error::Options { option: "block_threads", value, reason }
}
