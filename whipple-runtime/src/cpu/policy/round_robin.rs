//! The procedures that have work in turn.

use super::Choose;
use crate::cpu::queue::Queues;

pub(super) struct RoundRobin {
    next: usize,
}

impl RoundRobin {
    pub(super) fn new() -> Self {
        Self { next: 0 }
    }
}

impl Choose for RoundRobin {
    fn choose(&mut self, queues: &Queues) -> Option<usize> {
        let count = queues.count();
        let mut turns = (self.next..self.next + count).map(|index| index % count);
        let chosen = turns.find(|&procedure| queues.len(procedure) > 0)?;
        self.next = (chosen + 1) % count;
        Some(chosen)
    }
}
