//! Tasks of one thread that a worker runs one after the other.

use super::queue::Queues;
use crate::control::RunControl;
use std::cell::Cell;

/// The most items that a worker looks at together.
const MOST: usize = 64;
/// The most bytes that they take.
const BYTES: usize = 4096;

/// How many items of this size a worker looks at together.
pub(super) fn most(size: usize) -> usize {
    (BYTES / size.max(1)).clamp(1, MOST)
}

/// Some items that were copied from a queue, and run one after the other.
pub struct Batch<'r> {
    pub(super) queues: &'r Queues,
    pub(super) control: &'r RunControl,
    pub(super) procedure: usize,
    /// Whether they are still in the queue's round: each leaves it when its task begins.
    pub(super) in_round: bool,
    /// Tasks that have begun.
    pub(super) ran: &'r Cell<u32>,
}

impl Batch<'_> {
    /// The next task begins; `false` where the run is to stop before it.
    #[inline]
    pub(crate) fn begins(&self) -> bool {
        if self.in_round {
            // Asked before each task: the next one may be long.
            if self.control.stop().is_some() {
                return false;
            }
            self.queues.with(self.procedure, |queue| queue.leave_round());
        }
        self.ran.set(self.ran.get() + 1);
        true
    }
}
