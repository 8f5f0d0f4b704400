//! A procedure that has work, at random, in proportion to the weights.

use super::{Choose, generator::Generator};
use crate::{cpu::queue::Queues, plan::MAX_PROCEDURES, weights::Weights};

pub(super) struct Random<'r> {
    weights: &'r Weights,
    generator: Generator,
}

impl<'r> Random<'r> {
    /// Each worker has its own sequence, the same in every run.
    pub(super) fn new(weights: &'r Weights, worker: usize) -> Self {
        // A mixed number: neighbouring seeds would give sequences that overlap.
        let seed = Generator::new(worker as u64).below(u64::MAX);
        Self { weights, generator: Generator::new(seed) }
    }
}

impl Choose for Random<'_> {
    fn choose(&mut self, queues: &Queues) -> Option<usize> {
        let count = queues.count();
        // Read once: the host may change them meanwhile.
        let weight = |procedure: usize| match procedure {
            _ if procedure >= count || queues.len(procedure) == 0 => 0,
            _ => u64::from(self.weights.get(procedure)),
        };
        let weights: [u64; MAX_PROCEDURES] = std::array::from_fn(weight);
        let total = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.generator.below(total);
        (0..count).find(|&procedure| {
            let found = rest < weights[procedure];
            rest -= if found { 0 } else { weights[procedure] };
            found
        })
    }
}
