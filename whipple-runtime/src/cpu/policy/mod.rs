//! Policies: which procedure a worker turns to next. One file per policy, and one line in [`chooser`].

mod fill_first;
mod fixed_priority;
mod fullest_first;
mod generator;
mod quota;
mod random;
mod replay;
mod round_robin;

use super::queue::Queues;
use crate::{
    options::{Options, Policy},
    plan::Plan,
    program::ProcedureInfo,
    weights::Weights,
};
use fill_first::FillFirst;
use fixed_priority::FixedPriority;
use fullest_first::FullestFirst;
use quota::Quota;
use random::Random;
use replay::Replay;
use round_robin::RoundRobin;
use std::time::Duration;

/// A policy at work for one worker. Each of its choices is a *turn*: the worker runs a batch of tasks of one procedure.
pub(super) trait Choose: Send {
    /// A procedure that has work; `None` when there is none.
    fn choose(&mut self, queues: &Queues) -> Option<usize>;

    /// Tells how long the turn of a procedure took.
    fn ran(&mut self, _procedure: usize, _time: Duration) {}

    /// The most tasks of a turn.
    fn most_tasks(&self) -> u32 {
        u32::MAX
    }

    /// Whether the next task's threads run from the last to the first. Bodies must not care, and replayed schedules try.
    fn reverses_threads(&mut self) -> bool {
        false
    }
}

/// What policies are made from.
#[derive(Clone, Copy)]
pub(super) struct PolicyInputs<'r> {
    pub(super) procedures: &'r [ProcedureInfo],
    pub(super) plan: &'r Plan,
    pub(super) weights: &'r Weights,
}

/// The policy that the options ask for, for the worker of this number.
pub(super) fn chooser<'r>(options: &Options, program: PolicyInputs<'r>, worker: usize) -> Box<dyn Choose + 'r> {
    if let Some(seed) = options.replay {
        return Box::new(Replay::new(seed));
    }
    match options.policy.resolve(program.plan) {
        Policy::Plan | Policy::FixedPriority => Box::new(FixedPriority::new(program)),
        Policy::FillFirst => Box::new(FillFirst::new(program)),
        Policy::RoundRobin => Box::new(RoundRobin::new()),
        Policy::FullestFirst => Box::new(FullestFirst::new(program)),
        Policy::Random => Box::new(Random::new(program.weights, worker)),
        Policy::Quota => Box::new(Quota::new(program.weights)),
    }
}
