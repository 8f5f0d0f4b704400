//! Any item of any queue, by a generator that starts from a seed: the same seed gives the same schedule.

use super::{Choose, generator::Generator};
use crate::cpu::queue::Queues;

pub(super) struct Replay {
    generator: Generator,
}

impl Replay {
    pub(super) fn new(seed: u64) -> Self {
        Self { generator: Generator::new(seed) }
    }
}

impl Choose for Replay {
    fn choose(&mut self, queues: &Queues) -> Option<usize> {
        let total = queues.total();
        if total == 0 {
            return None;
        }
        let mut index = self.generator.below(total as u64) as usize;
        let procedure = (0..queues.count()).find(|&procedure| {
            let length = queues.len(procedure);
            let found = index < length;
            index -= if found { 0 } else { length };
            found
        })?;
        queues.with(procedure, |queue| queue.make_newest(index));
        Some(procedure)
    }

    fn most_tasks(&self) -> u32 {
        1
    }

    fn reverses_threads(&mut self) -> bool {
        self.generator.below(2) == 1
    }
}
