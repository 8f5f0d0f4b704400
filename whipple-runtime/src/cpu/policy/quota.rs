//! The procedure that is furthest behind its share of the execution time.
//!
//! Each procedure has a *lead* over the one furthest behind: time divided by weight. A turn adds to the lead of its
//! procedure, and the least lead among the procedures with work is next. A procedure without work saves nothing up: when
//! the others pass it, it moves with them. So the shares hold among those that have work, from a few turns on.

use super::Choose;
use crate::{cpu::queue::Queues, weights::Weights};
use std::time::Duration;

pub(super) struct Quota<'r> {
    shared: &'r Weights,
    /// As they were at the last choice.
    weights: Vec<u32>,
    /// In seconds, for a weight of 1.
    lead: Vec<f64>,
}

impl<'r> Quota<'r> {
    pub(super) fn new(shared: &'r Weights) -> Self {
        let count = shared.count();
        let weights = (0..count).map(|procedure| shared.get(procedure)).collect();
        Self { shared, weights, lead: vec![0.0; count] }
    }

    /// Takes changed weights over. What was owed under the old ones is forgotten, so that the new ones act at once.
    fn read_weights(&mut self) {
        let mut changed = false;
        for (procedure, weight) in self.weights.iter_mut().enumerate() {
            let now = self.shared.get(procedure);
            changed |= now != *weight;
            *weight = now;
        }
        if changed {
            self.lead.fill(0.0);
        }
    }

    fn next(&mut self, has_work: impl Fn(usize) -> bool) -> Option<usize> {
        self.read_weights();
        let waiting = (0..self.lead.len()).filter(|&procedure| has_work(procedure));
        let next = waiting.min_by(|&a, &b| self.lead[a].total_cmp(&self.lead[b]))?;
        let least = self.lead[next];
        for lead in &mut self.lead {
            *lead = (*lead - least).max(0.0);
        }
        Some(next)
    }
}

impl Choose for Quota<'_> {
    fn choose(&mut self, queues: &Queues) -> Option<usize> {
        self.next(|procedure| queues.len(procedure) > 0)
    }

    fn ran(&mut self, procedure: usize, time: Duration) {
        self.lead[procedure] += time.as_secs_f64() / f64::from(self.weights[procedure]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURNS: [Duration; 3] = [Duration::from_micros(3), Duration::from_micros(20), Duration::from_micros(110)];

    /// Lets the procedures of `with_work` run for `turns` turns. Returns their parts of the time.
    fn run(quota: &mut Quota<'_>, with_work: [bool; 3], turns: usize) -> [f64; 3] {
        let mut spent = [Duration::ZERO; 3];
        for _ in 0..turns {
            let next = quota.next(|procedure| with_work[procedure]).expect("there is work");
            assert!(with_work[next]);
            quota.ran(next, TURNS[next]);
            spent[next] += TURNS[next];
        }
        let total: Duration = spent.iter().sum();
        spent.map(|time| time.as_secs_f64() / total.as_secs_f64())
    }

    fn assert_parts(found: [f64; 3], expected: [f64; 3]) {
        let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.01);
        assert!(near, "{found:?} instead of {expected:?}");
    }

    #[test]
    fn time_follows_the_weights_among_those_with_work() {
        let weights = Weights::of([1, 2, 7].into_iter());
        let mut quota = Quota::new(&weights);
        assert_parts(run(&mut quota, [true; 3], 10_000), [0.1, 0.2, 0.7]);
        assert_parts(run(&mut quota, [true, false, true], 10_000), [0.125, 0.0, 0.875]);
        assert_parts(run(&mut quota, [true; 3], 10_000), [0.1, 0.2, 0.7]);
        assert_eq!(quota.next(|_| false), None);
    }

    #[test]
    fn who_had_no_work_saved_nothing_and_who_worked_alone_owes_nothing() {
        let weights = Weights::of([1; 3].into_iter());
        let mut quota = Quota::new(&weights);
        run(&mut quota, [true, false, false], 1_000_000);
        let third = 1.0 / 3.0;
        assert_parts(run(&mut quota, [true; 3], 3_000), [third; 3]);
    }

    #[test]
    fn changed_weights_act_at_once() {
        let weights = Weights::of([1, 1_000_000, 1].into_iter());
        let mut quota = Quota::new(&weights);
        run(&mut quota, [true; 3], 1_000);
        weights.set(1, 1).expect("it is in range");
        weights.set(2, 2).expect("it is in range");
        assert_parts(run(&mut quota, [true; 3], 3_000), [0.25, 0.25, 0.5]);
    }
}
