//! Simulated load, and hashing: what the tasks of all tests are made of (Steinberger et al. 2014, section 5).

use whipple::prelude::*;

/// What each thread of a task does besides scheduling.
#[device]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Load {
    /// Nothing.
    None = 0,
    /// 512 dependent fused multiply-adds.
    Fma = 1,
    /// 64 transactions: 32 words of global memory are read, and written back changed.
    Memory = 2,
}

/// Fused multiply-adds of [`Load::Fma`].
pub const FMAS: u32 = 512;

/// Words that [`Load::Memory`] reads and writes.
#[device]
pub const WORDS: u32 = 32;

/// Words of the memory that [`Load::Memory`] works on: 16 MiB, of a power of two.
#[device]
pub const MEMORY: u32 = 1 << 22;

/// A chain of `count` fused multiply-adds, each waiting for the one before.
#[device]
pub fn multiply_add(start: f32, count: u32) -> f32 {
    let mut x = start;
    for _ in 0..count {
        x = x.mul_add(1.000_001, 0.5);
    }
    x
}

/// The load of one thread: 512 multiply-adds, or 64 memory transactions on words that neighbouring threads' words adjoin. The
/// result depends on all of it.
#[device]
pub fn work(load: Load, thread: u32, memory: &Buffer<u32>) -> f32 {
    let mut result = 0.0;
    if load == Load::Fma {
        result = multiply_add(thread as f32, 512);
    } else if load == Load::Memory {
        for k in 0..WORDS {
            let word = (thread.wrapping_add(k * 131_072)) & (MEMORY - 1);
            memory.set(word, memory.get(word) | 1);
        }
    }
    result
}

/// A hash of 32 bits (the finalizer of MurmurHash3 with other constants).
#[device]
pub fn mix(value: u32) -> u32 {
    let mut x = value;
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}
