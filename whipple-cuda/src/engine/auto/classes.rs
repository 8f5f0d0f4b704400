//! What the runs of a launcher have shown of each class of work: how long a choice holds, and when it is made anew.
//!
//! A class is known by the number of initial tasks and by scalar parameters, before a run. What the run does may still differ, as where the
//! items say how much there is to do. So the report of each run is held against the [`Evidence`] of the choice:
//!
//! | state of a class | a run | what follows |
//! |---|---|---|
//! | unknown, nothing like it is known | measures | chosen |
//! | unknown, but other scalars with as many tasks have a choice | tries that choice | unknown, if it is like the evidence; else waiting |
//! | chosen | takes the choice | chosen, if it is like the evidence; else waiting |
//! | waiting for so many runs that are like each other | takes the plan's | when there were so many, the next one measures |
//!
//! The first time that a choice is dropped, the next run measures. Later the class waits, longer each time: works that take turns would make each
//! other measure again and again, and the plan's choice is no worse than itself.

use super::choice::Class;
use std::{collections::HashMap, time::Duration};
use whipple_runtime::{
    choice::{Choice, Outcome, Trial},
    report::Report,
};

/// Runs in a row that must be slower than the plan's would be, before a choice is dropped: one may be disturbed.
const SLOW_RUNS: u32 = 2;
/// The part of the time of the plan's choice that a run may take.
const SLOW: f64 = 1.05;
/// The part of the time that was measured of it. A candidate that took more than that part of the fastest's is [`Outcome::FarSlower`].
const MUCH_SLOWER: f64 = 2.0;
/// Tasks of a run that differ by more than this factor are other work.
const OTHER_WORK: u64 = 2;
/// Runs, like each other, that a class waits for when its choice is dropped for the second time; twice as many each time after.
const FIRST_WAIT: u32 = 16;
const LONGEST_WAIT: u32 = 1024;
/// Runs, like the evidence, after which it is forgotten that choices were dropped.
const CALM_RUNS: u32 = 64;
/// Tries of other scalars' choices that may fail, before unknown scalars begin with the plan's.
const FAILED_TRIES: u32 = 2;
/// Classes that are remembered, at most.
const MOST_CLASSES: usize = 256;

/// What was measured of a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// Tasks of a run.
    pub tasks: u64,
    /// What it took.
    pub chosen: Duration,
    /// What the plan's choice took, where that is another and was measured.
    pub planned: Option<Duration>,
}

/// How a run compares with the evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Alike,
    /// It took longer than the plan's choice would have, or much longer than it had.
    Slow,
    /// It was other work.
    Other,
}

impl Evidence {
    fn judge(&self, done: Done) -> Verdict {
        if !are_alike(self.tasks, done.tasks) {
            return Verdict::Other;
        }
        let scale = done.tasks.max(1) as f64 / self.tasks.max(1) as f64;
        let of_plan = self.planned.map_or(f64::INFINITY, |planned| SLOW * planned.as_secs_f64());
        let most = of_plan.min(MUCH_SLOWER * self.chosen.as_secs_f64());
        if done.time.as_secs_f64() > scale * most { Verdict::Slow } else { Verdict::Alike }
    }
}

fn are_alike(some: u64, others: u64) -> bool {
    some.max(others) <= OTHER_WORK.saturating_mul(some.min(others))
}

/// What a run did, as its report has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Done {
    pub tasks: u64,
    pub time: Duration,
}

impl Done {
    /// What a report says.
    pub fn of(report: &Report) -> Self {
        Self { tasks: report.total_tasks(), time: report.device_time.unwrap_or(report.total_time) }
    }
}

/// A choice, and what it was made by; without evidence it holds.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The candidate.
    pub index: usize,
    pub choice: Choice,
    pub evidence: Option<Evidence>,
}

/// How a run begins.
#[derive(Debug)]
pub enum Begin<'a> {
    /// With this choice.
    With(&'a Decision),
    /// With the plan's, since runs of the class differ.
    Planned,
    /// By choosing. A record of the class counts only where it is `recorded`: another was just dropped.
    Choose { recorded: bool },
}

/// What is known of a class.
#[derive(Debug)]
enum State {
    Chosen {
        decision: Decision,
        slow: u32,
        calm: u32,
    },
    /// `seen` runs in a row had about so many tasks; `needed` must.
    Waiting {
        needed: u32,
        seen: u32,
        tasks: u64,
        recorded: bool,
    },
}

#[derive(Debug)]
struct Known {
    state: State,
    /// Choices that were dropped lately.
    dropped: u32,
}

impl Known {
    fn waiting(dropped: u32, tasks: u64) -> Self {
        let needed = match dropped {
            0 | 1 => 0,
            more => (FIRST_WAIT << (more - 2).min(16)).min(LONGEST_WAIT),
        };
        Self { state: State::Waiting { needed, seen: 0, tasks, recorded: dropped == 0 }, dropped }
    }
}

/// The latest choice for as many initial tasks, whatever the scalars.
#[derive(Debug)]
struct Latest {
    decision: Decision,
    failed_tries: u32,
}

/// The classes of a launcher.
#[derive(Debug, Default)]
pub struct Classes {
    known: HashMap<Class, Known>,
    /// By the numbers of initial tasks.
    latest: HashMap<Vec<u32>, Latest>,
}

impl Classes {
    /// How a run of the class begins.
    pub fn begin(&self, class: &Class) -> Begin<'_> {
        match (self.known.get(class), self.latest.get(&class.seeds)) {
            (Some(Known { state: State::Chosen { decision, .. }, .. }), _) => Begin::With(decision),
            (Some(Known { state: State::Waiting { needed, seen, recorded, .. }, .. }), _) if seen >= needed => {
                Begin::Choose { recorded: *recorded }
            }
            (Some(_), _) => Begin::Planned,
            (None, Some(latest)) if latest.failed_tries < FAILED_TRIES => Begin::With(&latest.decision),
            (None, Some(_)) => Begin::Planned,
            (None, None) => Begin::Choose { recorded: true },
        }
    }

    /// The candidates that took far longer than the best one for other work with as many initial tasks, by their names: they are not
    /// tried again.
    pub fn far_slower(&self, class: &Class) -> Vec<String> {
        let Some(latest) = self.latest.get(&class.seeds) else { return Vec::new() };
        let trials = &latest.decision.choice.trials;
        let median = |trial: &Trial| match trial.outcome {
            Outcome::Measured { median, .. } => Some(median),
            Outcome::FarSlower | Outcome::LeftOut(_) => None,
        };
        let best = trials.iter().filter_map(median).min().unwrap_or(Duration::MAX);
        let is_far_slower = |trial: &&Trial| match &trial.outcome {
            Outcome::Measured { median, .. } => median.as_secs_f64() > MUCH_SLOWER * best.as_secs_f64(),
            Outcome::FarSlower => true,
            Outcome::LeftOut(_) => false,
        };
        trials.iter().filter(is_far_slower).map(|trial| trial.name.clone()).collect()
    }

    /// A choice was made for the class.
    pub fn decided(&mut self, class: &Class, decision: Decision) {
        let failed_tries = self.latest.get(&class.seeds).map_or(0, |latest| latest.failed_tries);
        self.latest.insert(class.seeds.clone(), Latest { decision: decision.clone(), failed_tries });
        let dropped = self.known.get(class).map_or(0, |known| known.dropped);
        self.keep(class, Known { state: State::Chosen { decision, slow: 0, calm: 0 }, dropped });
    }

    /// A run of the class, which began as [`begin`](Self::begin) said, has ended.
    pub fn end(&mut self, class: &Class, done: Done) {
        let Some(known) = self.known.get_mut(class) else { return self.end_of_unknown(class, done) };
        match &mut known.state {
            State::Chosen { decision, slow, calm } => {
                let verdict = decision.evidence.map_or(Verdict::Alike, |evidence| evidence.judge(done));
                *slow = if verdict == Verdict::Slow { *slow + 1 } else { 0 };
                *calm += 1;
                if verdict == Verdict::Other || *slow == SLOW_RUNS {
                    let dropped = if *calm > CALM_RUNS { 0 } else { known.dropped };
                    *known = Known::waiting(dropped + 1, done.tasks);
                }
            }
            State::Waiting { seen, tasks, .. } => {
                *seen = if are_alike(*tasks, done.tasks) { *seen + 1 } else { 0 };
                *tasks = done.tasks;
            }
        }
    }

    /// The same of scalars that had no choice of their own.
    fn end_of_unknown(&mut self, class: &Class, done: Done) {
        let Some(latest) = self.latest.get_mut(&class.seeds) else { return };
        if latest.failed_tries < FAILED_TRIES {
            match latest.decision.evidence.map_or(Verdict::Alike, |evidence| evidence.judge(done)) {
                Verdict::Alike => return latest.failed_tries = 0,
                Verdict::Slow => {}
                Verdict::Other => latest.failed_tries += 1,
            }
        }
        self.keep(class, Known::waiting(0, done.tasks));
    }

    fn keep(&mut self, class: &Class, known: Known) {
        if self.known.len() >= MOST_CLASSES && !self.known.contains_key(class) {
            self.known.clear();
        }
        self.known.insert(class.clone(), known);
    }

    /// Whether some class has chosen a candidate.
    pub fn have_chosen(&self, index: usize) -> bool {
        let of_known = self.known.values().filter_map(|known| match &known.state {
            State::Chosen { decision, .. } => Some(decision),
            State::Waiting { .. } => None,
        });
        of_known.chain(self.latest.values().map(|latest| &latest.decision)).any(|decision| decision.index == index)
    }
}

#[cfg(test)]
mod tests;
