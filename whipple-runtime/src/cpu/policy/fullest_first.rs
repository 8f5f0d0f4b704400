//! The procedure with the most waiting threads.

use super::{Choose, PolicyInputs};
use crate::cpu::queue::Queues;
use std::cmp::Reverse;

pub(super) struct FullestFirst {
    /// Of a task of each procedure.
    threads: Vec<usize>,
}

impl FullestFirst {
    pub(super) fn new(program: PolicyInputs<'_>) -> Self {
        Self { threads: program.procedures.iter().map(|info| info.threads as usize).collect() }
    }
}

impl Choose for FullestFirst {
    fn choose(&mut self, queues: &Queues) -> Option<usize> {
        // The earlier procedure on a tie.
        let waiting = |procedure: usize| queues.len(procedure).saturating_mul(self.threads[procedure]);
        let fullest = (0..queues.count()).max_by_key(|&procedure| (waiting(procedure), Reverse(procedure)))?;
        (queues.len(fullest) > 0).then_some(fullest)
    }
}
