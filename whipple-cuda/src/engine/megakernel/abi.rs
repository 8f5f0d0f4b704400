//! The host's view of the structs in `device/schedulers/megakernel/block/state.cuh` that are the megakernel's alone, whose static_asserts check the same
//! sizes.

use crate::engine::common::constants::{BLOCK_STATE, EXCHANGE, constant};

/// Chunk numbers that a block can hold for itself.
pub const STASH: usize = constant(BLOCK_STATE, "STASH") as usize;
/// The most chunks that are lent to the local queues of a block.
pub const MOST_LENT: usize = constant(EXCHANGE, "MOST_LENT") as usize;
/// Chunks that a block keeps from run to run at most.
pub const KEPT: usize = STASH - 1;
/// Chunks that a block claims besides what it needs, for hand-overs.
pub const SPARE: usize = constant(BLOCK_STATE, "SPARE") as usize;
/// Slots of the hand-off ring.
pub const HANDOFF_SLOTS: usize = constant(BLOCK_STATE, "HANDOFF_SLOTS") as usize;
/// Up to so many procedures each have a local queue for a round of their tasks.
pub const FEW_PROCEDURES: usize = constant(BLOCK_STATE, "FEW_PROCEDURES") as usize;
/// `sizeof(RingState)`.
pub const RING_STATE: usize = 384;

/// Whether many level-1 tasks at once are better than single ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Known {
    /// It is to be tried.
    #[default]
    Nothing = 0,
    /// Single ones are.
    Single = 1,
    /// Many are.
    Many = 2,
}

/// `Parameters<N>` of a kernel.
#[derive(Clone, Default)]
pub struct KernelParameters {
    /// Device addresses, in the struct's order: control, rings, ring slots, hand-off ring, chunks, counts, saved areas,
    /// kept chunks.
    pub addresses: [u64; 8],
    /// Device addresses of the seeds.
    pub seeds: Vec<u64>,
    /// Bytes of a block's saved area.
    pub saved_stride: u64,
    /// Slots of a ring, less one.
    pub ring_mask: u32,
    /// Bytes of a chunk.
    pub chunk_bytes: u32,
    /// Number of seeds.
    pub seed_count: Vec<u32>,
    /// Seeds that a block takes at once.
    pub seed_grain: Vec<u32>,
    /// Bytes of an item.
    pub item_bytes: Vec<u32>,
    /// Local queues, items.
    pub capacity: Vec<u32>,
    /// Local queues, bytes into dynamic shared memory.
    pub local_offset: Vec<u32>,
    /// Items of one procedure in a chunk.
    pub chunk_capacity: Vec<u32>,
    /// Items of each procedure in a chunk of all.
    pub share_capacity: Vec<u32>,
    /// Scratch memory, bytes into dynamic shared memory.
    pub scratch_offset: u32,
    /// Bytes.
    pub scratch_per_warp: u32,
    /// Chunks that a block keeps when it does not need them.
    pub stash_keep: u32,
    /// For batches.
    pub known: Known,
    /// Chunks that a block keeps from run to run at most.
    pub kept_most: u32,
    /// Device address of `Observed`; 0 where nothing is observed.
    pub observed: u64,
}

impl KernelParameters {
    /// The bytes of the struct.
    pub fn encode(&self) -> Vec<u8> {
        let longs = self.addresses.iter().chain(&self.seeds).chain([&self.saved_stride]);
        let mut bytes: Vec<u8> = longs.flat_map(|word| word.to_ne_bytes()).collect();
        let mut words = vec![self.ring_mask, self.chunk_bytes];
        for list in [
            &self.seed_count,
            &self.seed_grain,
            &self.item_bytes,
            &self.capacity,
            &self.local_offset,
            &self.chunk_capacity,
            &self.share_capacity,
        ] {
            words.extend_from_slice(list);
        }
        words.extend([self.scratch_offset, self.scratch_per_warp, self.stash_keep, self.known as u32, self.kept_most]);
        bytes.extend(words.into_iter().flat_map(u32::to_ne_bytes));
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.extend(self.observed.to_ne_bytes());
        bytes
    }
}
