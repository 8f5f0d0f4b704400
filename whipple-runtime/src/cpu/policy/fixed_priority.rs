//! The procedure of the highest priority that has work.

use super::{Choose, Program};
use crate::cpu::queue::Queues;

pub(super) struct FixedPriority {
    /// By falling priority.
    order: Vec<usize>,
}

impl FixedPriority {
    pub(super) fn new(program: Program<'_>) -> Self {
        let ranked = &program.plan.facts.ranked[..program.procedures.len()];
        Self { order: ranked.iter().map(|&procedure| procedure.into()).collect() }
    }
}

impl Choose for FixedPriority {
    fn choose(&mut self, queues: &Queues) -> Option<usize> {
        self.order.iter().copied().find(|&procedure| queues.len(procedure) > 0)
    }
}
