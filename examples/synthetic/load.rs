//! What the tasks of all tests do besides scheduling: multiply-adds, memory transactions, hashing, and leaving proof that they
//! ran (Steinberger et al. 2014, section 5).

use whipple::prelude::*;

/// What each thread of a task of the recursion does.
#[device]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Load {
    /// Nothing.
    None = 0,
    /// [`FMAS`] multiply-adds, each waiting for the one before.
    Fma = 1,
    /// [`transactions`].
    Memory = 2,
}

impl Load {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::None, Self::Fma, Self::Memory];

    /// The name in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Fma => "fma",
            Self::Memory => "memory",
        }
    }
}

/// Multiply-adds of [`Load::Fma`].
#[device]
pub const FMAS: u32 = 512;

/// Words that [`transactions`] reads and writes.
#[device]
pub const WORDS: u32 = 32;

/// Words of the memory that [`transactions`] works on: 16 MiB, of a power of two.
#[device]
pub const MEMORY: u32 = 1 << 22;

/// From one word that a thread works on to its next.
#[device]
pub const STRIDE: u32 = 131_072;

/// Chains of multiply-adds begin with one of this many numbers, so that the host can know all results.
#[device]
pub const STARTS: u32 = 32;

/// Places for fingerprints, so that few threads meet at one; a power of two.
#[device]
pub const CHECKS: u32 = 4096;

/// `count` multiply-adds, dealt out to `W` chains, each of which waits for its step before: so each thread holds `W` numbers in
/// registers. The result depends on all of them. Chain `j` begins with `thread % STARTS + j`.
//
// A loop of 64 steps, since each step takes an issue slot, and so does what the loop itself needs.
#[device(cuda = "float x[W];
#pragma unroll
for (unsigned chain = 0; chain < W; chain++)
    x[chain] = static_cast<float>(thread.raw() % 32 + chain);
const unsigned rounds = count.raw() / W, rest = count.raw() % W;
#pragma unroll (W < 32 ? 64 / W : 1)
for (unsigned round = 0; round < rounds; round++) {
#pragma unroll
    for (unsigned chain = 0; chain < W; chain++)
        x[chain] = num::mul_add(x[chain], 1.000001f, 0.5f);
}
unsigned bits = 0;
#pragma unroll
for (unsigned chain = 0; chain < W; chain++) {
    if (chain < rest)
        x[chain] = num::mul_add(x[chain], 1.000001f, 0.5f);
    bits ^= __float_as_uint(x[chain]);
}
return bits;")]
pub fn multiply_add<const W: u32>(thread: u32, count: u32) -> u32 {
    let mut bits = 0;
    for chain in 0..W {
        let mut x = (thread % STARTS + chain) as f32;
        for _ in 0..count / W + u32::from(chain < count % W) {
            x = step(x);
        }
        bits ^= x.to_bits();
    }
    bits
}

/// A step of a chain of multiply-adds.
pub fn step(x: f32) -> f32 {
    x.mul_add(1.000_001, 0.5)
}

/// 64 memory transactions: 32 words are read, and written back with their lowest bit set. Threads with neighbouring numbers
/// work on neighbouring words. Numbers beyond the end of the memory wrap, so several threads may work on one word; the
/// outcome is the same in any order.
///
/// No compiler drops any of them: buffers are read and written with relaxed atomics, by volatile instructions on a GPU.
#[device]
pub fn transactions(thread: u32, memory: &Buffer<u32>) {
    for k in 0..WORDS {
        let word = thread.wrapping_add(k * STRIDE) & (MEMORY - 1);
        memory.set(word, memory.get(word) | 1);
    }
}

/// The load of one thread of the recursion, and its result.
#[device]
pub fn work(load: Load, thread: u32, memory: &Buffer<u32>) -> u32 {
    let mut result = 0;
    if load == Load::Fma {
        result = multiply_add::<1>(thread, FMAS);
    } else if load == Load::Memory {
        transactions(thread, memory);
    }
    result
}

/// Between `least` and `least + span`, without the latter: in proportion to the hash.
#[device]
pub fn between(least: u32, span: u32, hash: u32) -> u32 {
    least + ((hash as u64 * span as u64) >> 32) as u32
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

/// What one thread of a task adds to the checksum: it names the task, the thread, and the result of its load.
#[device]
pub fn fingerprint(task: u32, thread: u32, result: u32) -> u64 {
    mix(task ^ result.rotate_left(7) ^ thread.wrapping_mul(0x9e37_79b9)) as u64
}

/// Adds a thread's fingerprint to `checks` if `verify`; otherwise only makes sure that the compiler must compute `result`.
#[device]
pub fn leave_fingerprint(verify: bool, checks: &Buffer<u64>, task: u32, thread: u32, result: u32) {
    if verify {
        checks.fetch_add((task ^ thread) & (CHECKS - 1), fingerprint(task, thread, result));
    } else if result == 0xffff_ffff {
        checks.set(0, 1);
    }
}
