//! Policies: which procedure a worker turns to next.

use super::queue::Queues;
use crate::{
    options::Policy,
    plan::{Plan, PlannedPolicy},
};

/// A policy for one worker.
pub(super) enum Chooser {
    /// The first procedure in this order that has work.
    Order(Vec<usize>),
    /// In turn, from this procedure on.
    RoundRobin(usize),
    /// The longest queue.
    Fullest,
    /// Any item of any queue, by a generator in this state.
    Random(u64),
}

impl Chooser {
    pub(super) fn new(policy: Policy, plan: &Plan, procedures: usize) -> Self {
        let ranked = || Self::Order(plan.ranked[..procedures].iter().map(|&procedure| procedure.into()).collect());
        match (policy, plan.policy) {
            (Policy::RoundRobin, _) => Self::RoundRobin(0),
            (Policy::FullestFirst, _) | (Policy::Plan, PlannedPolicy::FullestFirst) => Self::Fullest,
            (Policy::FixedPriority | Policy::Plan, _) => ranked(),
            // Refused by `Cpu::prepare`.
            (Policy::Random | Policy::Quota, _) => ranked(),
        }
    }

    /// A procedure that has work; `None` when there is none.
    pub(super) fn choose(&mut self, queues: &Queues) -> Option<usize> {
        let count = queues.count();
        match self {
            Self::Order(order) => order.iter().copied().find(|&procedure| queues.len(procedure) > 0),
            Self::RoundRobin(next) => {
                let chosen = (*next..*next + count).map(|index| index % count).find(|&index| queues.len(index) > 0)?;
                *next = (chosen + 1) % count;
                Some(chosen)
            }
            Self::Random(state) => {
                let total = queues.total();
                if total == 0 {
                    return None;
                }
                let mut index = below(state, total);
                let procedure = (0..count).find(|&procedure| {
                    let length = queues.len(procedure);
                    let found = index < length;
                    index -= if found { 0 } else { length };
                    found
                })?;
                queues.with(procedure, |queue| queue.make_newest(index));
                Some(procedure)
            }
            Self::Fullest => (0..count).max_by_key(|&index| queues.len(index)).filter(|&index| queues.len(index) > 0),
        }
    }
}

impl Chooser {
    /// Whether the next task's threads run from the last to the first. Bodies must not care, and replayed schedules try.
    pub(super) fn reverses_threads(&mut self) -> bool {
        match self {
            Self::Random(state) => below(state, 2) == 1,
            _ => false,
        }
    }
}

/// The next number of a generator (SplitMix64), below `bound`.
fn below(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    // The high word of the product is uniform enough for picking items.
    ((u128::from(bits) * bound as u128) >> 64) as usize
}
