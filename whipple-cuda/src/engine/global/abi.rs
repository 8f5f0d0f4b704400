//! The host's view of the structs in `device/schedulers/global/ring.cuh`, whose static_asserts check the same sizes and offsets.

use crate::engine::common::abi::{longs, words};

/// `sizeof(ItemState)`.
pub const STATE: usize = 16640;
/// Offset in `ItemState` of the number of tasks that wait or run.
pub const PENDING: usize = 0;

/// Offset in `ItemState` of a procedure's ring.
pub const fn ring(procedure: usize) -> usize {
    256 + 512 * procedure
}

/// Offsets in `ItemRing`.
pub mod ring_word {
    /// Tickets of consumers.
    pub const HEAD: usize = 0;
    /// Tickets of producers.
    pub const TAIL: usize = 128;
    /// Tasks that wait and are unclaimed.
    pub const AVAILABLE: usize = 256;
    /// Slots that are neither used nor secured.
    pub const ROOM: usize = 384;
}

/// `ItemParameters`.
#[derive(Clone, Debug, Default)]
pub struct ItemParameters {
    /// Device address of `Control`.
    pub control: u64,
    /// Device address of `ItemState`.
    pub state: u64,
    /// Device addresses of the rings' items.
    pub items: Vec<u64>,
    /// Device addresses of the slots' turns.
    pub turns: Vec<u64>,
    /// Device addresses of the seeds.
    pub seeds: Vec<u64>,
    /// Number of seeds.
    pub seed_count: Vec<u32>,
    /// Slots of each ring, less one.
    pub mask: Vec<u32>,
    /// Batches after which a block suspends the run; 0 for never.
    pub batches: u32,
    /// Bytes.
    pub scratch_per_warp: u32,
    /// 1 when the host has more memory to give.
    pub may_grow: u32,
    /// 1 when initial tasks come before those that were spawned.
    pub seeds_first: u32,
}

impl ItemParameters {
    /// The bytes of the struct.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = [self.control, self.state].into_iter().flat_map(u64::to_ne_bytes).collect();
        bytes.extend([&self.items, &self.turns, &self.seeds].into_iter().flat_map(|list| longs(list)));
        bytes.extend([&self.seed_count, &self.mask].into_iter().flat_map(|list| words(list)));
        bytes.extend(
            [self.batches, self.scratch_per_warp, self.may_grow, self.seeds_first]
                .into_iter()
                .flat_map(u32::to_ne_bytes),
        );
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use whipple_runtime::plan::MAX_PROCEDURES;

    #[test]
    fn structs_have_the_sizes_that_the_device_asserts() {
        assert_eq!(ItemParameters::default().encode().len(), 1056);
        assert_eq!(ring(MAX_PROCEDURES), STATE);
    }
}
