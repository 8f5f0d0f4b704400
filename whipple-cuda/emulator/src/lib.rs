//! A device without a GPU: the CUDA text of a program, compiled by g++, on a machine that runs each CUDA thread as a fiber.
//!
//! The engines, the generated text and the device library are those of a GPU; only the driver is another, and `sync.cuh`'s
//! wrappers. It is made for tests: it finds deadlocks, misused barriers and warp operations, and with a sanitizer data races and
//! accesses out of bounds. What it is like and what it finds: `device/emulation/README.md`.
//!
//! | variable | what it does |
//! |---|---|
//! | `WHIPPLE_CXX` | the C++ compiler, g++ 12 or newer; `g++` if it is not set |
//! | `WHIPPLE_EMULATION_SEED` | the seed of the order in which threads run |
//! | `WHIPPLE_EMULATION_INTERLEAVE` | an atomic operation lets another thread run once in so many times |
//! | `WHIPPLE_EMULATION_CACHES` | `0`: what a task writes is seen by all others at once, as no GPU has it |
//! | `WHIPPLE_EMULATION_THREADS` | the threads that a multiprocessor holds, 64 to 2048 |
//! | `WHIPPLE_EMULATION_CHECK_SHARED` | `1`, `on`, `yes` or `true`: shared memory that its task reads before it writes it is an error |
//! | `WHIPPLE_EMULATION_SANITIZE` | compiles programs with `-fsanitize=` this: `thread`, or `address,undefined`; the process must be started with the sanitizer's library in `LD_PRELOAD` |
//! | `TMPDIR` | the folder for temporary files, from which programs may run; `/tmp` if it is not set |

pub(crate) mod compile;
mod driver;
mod folder;
mod graph;
mod handles;
mod machine;
mod memory;
mod module;
mod stream;

pub use compile::{ARCHITECTURE, available};

use crate::{
    device::CudaDevice,
    driver::{Gpu, Properties},
    environment::number,
};
use machine::Machine;
use std::{ops::RangeInclusive, sync::Arc};
use whipple_runtime::{device::Device, error::Error};

/// How large an emulated device is, in which order its threads run, and what it shares with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seed: the same one gives the same order.
    pub seed: u64,
    /// An atomic operation lets another thread run once in so many times. At 1 orders vary most, and runs take longest.
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

/// A new emulated device with the options of the environment.
///
/// # Errors
/// [`Error::HostCompilerMissing`], and as [`Options::from_environment`].
pub fn open() -> Result<Device, Error> {
    open_with(Options::from_environment()?)
}

/// A new emulated device.
///
/// # Errors
/// [`Error::HostCompilerMissing`].
pub fn open_with(options: Options) -> Result<Device, Error> {
    Ok(Device::from_backend(Arc::new(backend(options)?)))
}

/// The back end of a new emulated device.
///
/// # Errors
/// [`Error::HostCompilerMissing`].
#[doc(hidden)] // For tests.
pub fn backend(options: Options) -> Result<CudaDevice, Error> {
    available()?;
    let properties = properties(&options);
    let driver = driver::Driver::new(Machine::new(options, properties.clone()));
    Ok(CudaDevice::of(Gpu::of(Box::new(driver), properties)))
}

/// A small GPU: few threads, so that a run has few turns; the shared memory of an H200.
fn properties(options: &Options) -> Properties {
    Properties {
        name: "emulated".to_owned(),
        compute_capability: (0, 0),
        multiprocessors: options.multiprocessors,
        total_memory: options.memory,
        shared_per_multiprocessor: 228 << 10,
        shared_per_block: 227 << 10,
        shared_reserved_per_block: 1 << 10,
        threads_per_multiprocessor: options.threads,
        blocks_per_multiprocessor: 32,
        registers_per_multiprocessor: 1 << 16,
        l2_cache: 1 << 20,
    }
}
