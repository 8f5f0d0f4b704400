//! A device without a GPU: the CUDA text of a program, compiled by g++, on a machine that runs each CUDA thread as a fiber.
//!
//! Programs depend on the crate `whipple`, where `Device::emulated()` opens one. [`Driver`] has the functions of CUDA's driver, and
//! [`Compiler`] makes what it loads. Neither knows what a program is or who schedules it. The device library is given with each
//! text; it includes `<whipple/emulation/sync.hpp>` and `launch.hpp` in place of what needs a GPU.
//!
//! It is made for tests: it finds deadlocks, misused barriers and warp operations, and with a sanitizer data races and
//! accesses out of bounds. `README.md` says what it is like and what it finds.
//!
//! What the environment may say is listed in `whipple::cuda::emulated`.

mod compiler;
mod driver;
mod environment;
mod folder;
mod graph;
mod handles;
mod machine;
mod memory;
mod module;
mod sources;
mod stream;

pub use compiler::{Compilation, Compiler, Output, Settings};
pub use driver::Driver;

use environment::number;
use std::ops::RangeInclusive;
use whipple_runtime::error::Error;

/// How large an emulated device is, in which order its threads run, and what it shares with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seed: the same one gives the same order.
    pub seed: u64,
    /// One atomic operation in so many lets another thread run. With 1 the order varies most, and runs take longest.
    pub interleave: u32,
    /// Whether each block has a cache: a plain read finds what the block has read or written before until the block acquires, and what
    /// it writes other blocks see once it has released. Else all see a write at once.
    pub caches: bool,
    /// The threads that each of its multiprocessors holds. Fewer make runs faster; larger blocks do not fit.
    pub threads: u32,
    /// Its multiprocessors.
    pub multiprocessors: u32,
    /// The multiprocessors that run this process's blocks. With fewer than there are it is as where other processes have the rest, under CUDA's
    /// Multi-Process Service; blocks beyond those wait until others end.
    pub available_multiprocessors: u32,
    /// Bytes of its memory, pinned memory of the host included. With few it is as where other processes have the rest.
    pub memory: usize,
    /// Turns after which the watchdog of a display ends a launch; `None` where there is no display.
    pub watchdog: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            interleave: 8,
            caches: true,
            threads: 1024,
            multiprocessors: 2,
            available_multiprocessors: 2,
            memory: 4 << 30,
            watchdog: None,
        }
    }
}

impl Options {
    /// What the environment says, and the defaults for what it does not.
    ///
    /// # Errors
    /// [`Error::Options`] for a variable that is not a number, or not in its range.
    pub fn from_environment() -> Result<Self, Error> {
        let default = Self::default();
        Ok(Self {
            seed: number("WHIPPLE_EMULATION_SEED", 0..=u64::MAX)?.unwrap_or(default.seed),
            interleave: number("WHIPPLE_EMULATION_INTERLEAVE", 1..=u32::MAX)?.unwrap_or(default.interleave),
            caches: number("WHIPPLE_EMULATION_CACHES", 0..=1)?.map_or(default.caches, |caches| caches == 1),
            threads: number("WHIPPLE_EMULATION_THREADS", THREADS)?.unwrap_or(default.threads),
            ..default
        })
    }
}

/// The threads that a multiprocessor may hold: the smallest worker block, and the most that GPUs have.
const THREADS: RangeInclusive<u32> = 64..=2048;
