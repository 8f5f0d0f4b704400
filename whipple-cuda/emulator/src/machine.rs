//! What all parts of an emulated device share: its shape, its clock, and what has gone wrong.

use crate::{Options, handles::lock, module::Function};
use cudarc::driver::sys::CUresult;
use std::{
    ffi::c_void,
    sync::{
        Mutex,
        atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

/// The shared memory of a multiprocessor, in bytes: that of an H200.
pub const SHARED_PER_MULTIPROCESSOR: u32 = 228 << 10;
/// The most shared memory of a block, in bytes.
pub const SHARED_PER_BLOCK: u32 = 227 << 10;
/// Shared memory that a block takes besides, in bytes.
pub const SHARED_RESERVED_PER_BLOCK: u32 = 1 << 10;
/// The most blocks of a multiprocessor.
pub const BLOCKS_PER_MULTIPROCESSOR: u32 = 32;

/// Nanoseconds of a step of the machine, as `sync.hpp` has it.
const STEP: u64 = 20;

/// Steps of a launch that will not end: minutes.
const MOST_STEPS: u64 = 4_000_000_000;

/// `Launch` of `machine.hpp`.
#[repr(C)]
#[derive(Debug)]
pub struct Launch {
    blocks: u32,
    threads: u32,
    dynamic_shared: usize,
    resident: u32,
    seed: u64,
    interleave: u32,
    most_steps: u64,
    caches: u32,
    /// In steps, at the start.
    pub clock: u64,
    stacks: *mut c_void,
    order: *mut c_void,
}

/// `Stacks` of `fiber.hpp`: of all machines of the process.
#[repr(C)]
struct Stacks {
    locked: AtomicU32,
    first: AtomicPtr<c_void>,
}

static STACKS: Stacks = Stacks { locked: AtomicU32::new(0), first: AtomicPtr::new(std::ptr::null_mut()) };

/// The word with which ThreadSanitizer is told that launches happen one after the other. One for all devices: they share
/// the host's memory.
static ORDER: AtomicU64 = AtomicU64::new(0);

/// The device as its streams see it.
#[derive(Debug)]
pub struct Machine {
    options: Options,
    /// In steps.
    clock: AtomicU64,
    /// What a kernel did wrong, or that the watchdog has ended it; the device is of no use then.
    fault: Mutex<Option<(CUresult, String)>>,
}

impl Machine {
    pub fn new(options: Options) -> Self {
        Self { options, clock: AtomicU64::new(1), fault: Mutex::default() }
    }

    /// What it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Memory of the device, in bytes.
    pub fn total_memory(&self) -> usize {
        self.options.memory
    }

    /// How many blocks of a kernel a multiprocessor holds.
    pub fn blocks_per_multiprocessor(&self, function: &Function, threads: u32, dynamic_shared: u32) -> u32 {
        let shared = function.static_shared() as u32 + dynamic_shared + SHARED_RESERVED_PER_BLOCK;
        let by_threads = self.options.threads / threads.max(1);
        by_threads.min(BLOCKS_PER_MULTIPROCESSOR).min(SHARED_PER_MULTIPROCESSOR / shared)
    }

    /// How many blocks of a kernel the device holds: at least one, so that any that can be launched runs.
    pub fn resident(&self, function: &Function, threads: u32, dynamic_shared: u32) -> u32 {
        self.blocks_per_multiprocessor(function, threads, dynamic_shared).max(1)
            * self.options.available_multiprocessors.max(1)
    }

    /// The `index`-th launch of a module.
    pub fn launch(&self, index: u64, (blocks, threads, dynamic_shared): (u32, u32, u32), resident: u32) -> Launch {
        Launch {
            blocks,
            threads,
            dynamic_shared: dynamic_shared as usize,
            resident,
            seed: self.options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(index),
            interleave: self.options.interleave.max(1),
            most_steps: self.options.watchdog.unwrap_or(MOST_STEPS),
            caches: u32::from(self.options.caches),
            clock: self.clock.load(Relaxed),
            stacks: (&raw const STACKS).cast_mut().cast(),
            order: (&raw const ORDER).cast_mut().cast(),
        }
    }

    /// The time has come to be at least this many steps.
    pub fn advance(&self, steps: u64) {
        self.clock.fetch_max(steps, Relaxed);
    }

    /// The time in nanoseconds, of which this takes one step.
    pub fn nanoseconds(&self) -> u64 {
        self.clock.fetch_add(1, Relaxed) * STEP
    }

    /// A kernel did something wrong, or did not end within the `steps` that it took.
    pub fn fault(&self, text: &str, steps: u64) {
        let seed = self.options.seed;
        let fault = if self.options.watchdog.is_some_and(|most| steps >= most) {
            (CUresult::CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated".to_owned())
        } else {
            let text =
                format!("{}\n(WHIPPLE_EMULATION_SEED={seed} repeats this order of the threads)", text.trim_end());
            (CUresult::CUDA_ERROR_LAUNCH_FAILED, text)
        };
        lock(&self.fault).get_or_insert(fault);
    }

    /// What the first kernel did wrong that did: the result of each call from then on, and words.
    pub fn found_fault(&self) -> Option<(CUresult, String)> {
        lock(&self.fault).clone()
    }

    /// The result of each call, after a kernel did something wrong.
    pub fn failure(&self) -> Option<CUresult> {
        lock(&self.fault).as_ref().map(|(result, _)| *result)
    }
}
