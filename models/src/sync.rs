//! The wrappers of `whipple-cuda/device/sync.cuh` over loom's atomics. Scopes do not exist here: all threads are of one device.

pub use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release};

/// `load_relaxed_gpu`.
pub fn load_relaxed(address: &AtomicU32) -> u32 {
    address.load(Relaxed)
}

/// `store_relaxed_gpu`.
pub fn store_relaxed(address: &AtomicU32, value: u32) {
    address.store(value, Relaxed);
}

/// `store_release_gpu`.
pub fn store_release(address: &AtomicU32, value: u32) {
    address.store(value, Release);
}

/// `add_relaxed_gpu`: the value before.
pub fn add_relaxed(address: &AtomicU32, value: u32) -> u32 {
    address.fetch_add(value, Relaxed)
}

/// `or_relaxed_gpu`: the value before.
pub fn or_relaxed(address: &AtomicU32, value: u32) -> u32 {
    address.fetch_or(value, Relaxed)
}

/// `fence_acq_rel_gpu`.
pub fn fence_acq_rel() {
    loom::sync::atomic::fence(AcqRel);
}

/// Looks of a waiting thread, while others could go on, after which a schedule counts as unfair.
const LOOKS: u32 = 3;

/// A loop of `back_off`: another thread must run before this one looks again.
///
/// Threads that wait in turns while a third could go on would make an endless schedule. One that looked in vain often enough ends the
/// search below this point: the run itself goes on, and each thread gets its turn.
#[derive(Default)]
pub struct Wait {
    looks: u32,
}

impl Wait {
    /// `back_off`.
    pub fn back_off(&mut self) {
        self.looks += 1;
        if self.looks == LOOKS {
            loom::skip_branch();
        }
        loom::thread::yield_now();
    }
}
