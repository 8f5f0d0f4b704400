//! The host's view of the structs in `device/schedulers/sliced/stacks.cuh`, whose static_asserts check the same sizes and offsets.

use super::steps::{SEGMENTS, Segment, Standing, Step};
use crate::engine::common::abi::{longs, word, words};
use whipple_runtime::plan::MAX_PROCEDURES;

/// `sizeof(SliceState)`.
pub const STATE: usize = 21888;
/// Bytes from one counter of `SliceState` to the next.
pub const COUNTER: usize = 128;
/// A bit of `Control::flags`, besides those of the megakernel: the device could not launch a slice.
pub const LAUNCH_REFUSED: u32 = 8;
/// Offsets in `SliceState`.
pub mod state {
    /// Lengths of stacks 0, then of stacks 1.
    pub const LENGTH: usize = 4096;
    /// Initial tasks that have not run.
    pub const SEEDS: usize = 4352;
    /// How many segments are used.
    pub const SEGMENTS: usize = 4480;
    /// The segments.
    pub const SEGMENT: usize = 5504;
    /// The slices that added them.
    pub const TIME: usize = 13696;
}

/// `SliceParameters`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SliceParameters {
    /// Device address of `Control`.
    pub control: u64,
    /// Device address of `SliceState`.
    pub state: u64,
    /// Device addresses of the stacks.
    pub items: Vec<u64>,
    /// Device addresses of the seeds.
    pub seeds: Vec<u64>,
    /// Items that the two stacks of a procedure hold together.
    pub capacity: Vec<u32>,
    /// The handle of the graph's loop.
    pub handle: u64,
    /// Blocks of each procedure's kernel that fill the device.
    pub blocks: Vec<u32>,
    /// Threads that fill the device.
    pub fill: u32,
    /// A slice that is cut short to fewer threads asks for memory; 0 when there is none to give.
    pub ask_below: u32,
}

impl SliceParameters {
    /// The bytes of the struct.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = [self.control, self.state].into_iter().flat_map(u64::to_ne_bytes).collect();
        bytes.extend([&self.items, &self.seeds].into_iter().flat_map(|list| longs(list)));
        bytes.extend(words(&self.capacity));
        bytes.extend(self.handle.to_ne_bytes());
        bytes.extend(words(&self.blocks));
        bytes.extend(self.fill.to_ne_bytes());
        bytes.extend(self.ask_below.to_ne_bytes());
        bytes
    }
}

/// The bytes of a `SlicePlan`.
pub fn encode_step(step: &Step) -> Vec<u8> {
    let lists = [&step.count, &step.source, &step.first, &step.into, &step.top, &step.room, &step.base];
    lists.into_iter().flat_map(|list| words(list)).collect()
}

/// The bytes of a `SliceState` in which nothing has run since.
pub fn encode_state(standing: &Standing) -> Vec<u8> {
    let mut bytes = vec![0; state::LENGTH];
    let used: Vec<u32> = standing.segments.iter().map(|list| list.len() as u32).collect();
    for list in [&standing.length[0], &standing.length[1], &standing.seeds, &used] {
        bytes.extend(words(list));
    }
    bytes.resize(STATE, 0);
    for (p, list) in standing.segments.iter().enumerate() {
        for (index, segment) in list.iter().enumerate() {
            let at = state::SEGMENT + 4 * (p * SEGMENTS + index);
            bytes[at..at + 4].copy_from_slice(&(segment.items | segment.stack << 31).to_ne_bytes());
            let at = at - state::SEGMENT + state::TIME;
            bytes[at..at + 4].copy_from_slice(&segment.time.to_ne_bytes());
        }
    }
    bytes
}

/// Reads the queues out of the bytes of a `SliceState`.
pub fn decode_state(bytes: &[u8], procedures: usize) -> Standing {
    let list = |offset: usize| (0..procedures).map(|p| word(bytes, offset + 4 * p)).collect();
    let segment = |at: usize| {
        let [items, time] = [state::SEGMENT, state::TIME].map(|list| word(bytes, list + 4 * at));
        Segment { stack: items >> 31, items: items & !(1 << 31), time }
    };
    let segments = |p: usize| {
        let used = (word(bytes, state::SEGMENTS + 4 * p) as usize).min(SEGMENTS);
        (0..used).map(|index| segment(p * SEGMENTS + index)).collect()
    };
    Standing {
        length: [list(state::LENGTH), list(state::LENGTH + 4 * MAX_PROCEDURES)],
        seeds: list(state::SEEDS),
        segments: (0..procedures).map(segments).collect(),
        // The device counts them as rounds.
        slices: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_have_the_sizes_that_the_device_asserts() {
        let lists = || vec![1, 2, 3];
        let parameters =
            SliceParameters { items: vec![4; 3], capacity: lists(), blocks: lists(), ..SliceParameters::default() };
        assert_eq!(parameters.encode().len(), 800);
        let step = Step {
            count: lists(),
            source: lists(),
            first: lists(),
            into: lists(),
            top: lists(),
            room: lists(),
            base: lists(),
        };
        assert_eq!(encode_step(&step).len(), 896);
    }

    #[test]
    fn a_state_survives_the_way_to_the_device_and_back() {
        let standing = Standing {
            length: [vec![1, 2, 3], vec![4, 5, 6]],
            seeds: vec![7, 8, 9],
            segments: vec![
                vec![Segment { stack: 1, items: 4, time: 3 }, Segment { stack: 0, items: 1, time: 3 }],
                Vec::new(),
                vec![Segment { stack: 0, items: 9, time: 3 }],
            ],
            slices: 0,
        };
        let bytes = encode_state(&standing);
        assert_eq!(bytes.len(), STATE);
        assert_eq!(decode_state(&bytes, 3), standing);
    }
}
