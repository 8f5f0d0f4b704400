//! The earliest stage that has work, as long as no queue is full; of full queues the latest.

use super::{Choose, Program};
use crate::cpu::queue::Queues;

/// Tasks with which a queue counts as full.
const FULL: usize = 1024;

pub(super) struct FillFirst {
    /// By falling priority: the latest stage first.
    order: Vec<usize>,
}

impl FillFirst {
    pub(super) fn new(program: Program<'_>) -> Self {
        let ranked = &program.plan.facts.ranked[..program.procedures.len()];
        Self { order: ranked.iter().map(|&procedure| procedure.into()).collect() }
    }
}

impl Choose for FillFirst {
    fn choose(&mut self, queues: &Queues) -> Option<usize> {
        let full = self.order.iter().find(|&&procedure| queues.len(procedure) >= FULL);
        full.or_else(|| self.order.iter().rev().find(|&&procedure| queues.len(procedure) > 0)).copied()
    }
}
