//! The engine that measures others and keeps the fastest.

use super::{
    candidates::Candidate,
    choice::{Class, Record, Records},
    classes::{Begin, Classes, Decision, Done, Evidence},
    trial::{Buffers, Limits, Measured, measure},
};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use whipple_runtime::{
    backend::{Engine, Run},
    choice::{Choice, Origin, Outcome, Trial},
    error::Error,
    report::Report,
};

/// Makes the engines of candidates.
pub trait Factory: Send {
    /// Prepares the program for a candidate.
    ///
    /// # Errors
    /// Those of the candidate's own engine.
    fn make(&self, candidate: &Candidate) -> Result<Box<dyn Engine>, Error>;
}

/// The part of the time of the plan's candidate that another must take at most, to be worth its difference: measured times vary.
const CLEARLY: f64 = 0.97;

/// A program whose scheduler is chosen for each class of runs.
pub struct AutoEngine<F> {
    factory: F,
    candidates: Vec<Candidate>,
    procedures: usize,
    records: Records,
    limits: Limits,
    /// The first candidate that could be made, and what was wrong with those before it.
    planned: usize,
    refused: Vec<Trial>,
    /// What was chosen for each class, and whether that holds.
    classes: Classes,
    /// Those that were chosen, or the planned one before anything was.
    engines: BTreeMap<usize, Box<dyn Engine>>,
    /// Whose seeds are those of the run before.
    seeded: Option<usize>,
}

impl<F: Factory> AutoEngine<F> {
    /// Prepares to choose among `candidates`, and makes the first that can be made.
    ///
    /// # Errors
    /// That of the first candidate, where none can be made or its error is about the program itself.
    pub fn new(
        factory: F,
        candidates: Vec<Candidate>,
        procedures: usize,
        records: Records,
        limits: Limits,
    ) -> Result<Self, Error> {
        let mut refused = Vec::new();
        let mut first_error = None;
        for (index, candidate) in candidates.iter().enumerate() {
            match factory.make(candidate) {
                Ok(engine) => {
                    let engines = BTreeMap::from([(index, engine)]);
                    let (classes, planned, seeded) = (Classes::default(), index, None);
                    return Ok(Self {
                        factory,
                        candidates,
                        procedures,
                        records,
                        limits,
                        planned,
                        refused,
                        classes,
                        engines,
                        seeded,
                    });
                }
                Err(error @ (Error::Compile { .. } | Error::CompilerMissing { .. })) => return Err(error),
                Err(error) => {
                    refused.push(left_out(candidate, error.to_string()));
                    first_error.get_or_insert(error);
                }
            }
        }
        Err(first_error.unwrap_or_else(|| Error::other("there is no scheduler to choose", None)))
    }

    /// Chooses for a class: as was recorded, where a record counts, or by measuring.
    ///
    /// # Safety
    /// As [`Engine::run`].
    unsafe fn decide(&mut self, class: &Class, run: &Run<'_>, recorded: bool) -> Result<Decision, Error> {
        if recorded && let Some((index, record, file)) = self.records.read(class, &self.candidates) {
            // A record may name what is no longer possible, as where memory lacks today. Then it is as good as none.
            if self.obtain(index).is_ok() {
                return Ok(self.decision(index, Origin::Recorded(file), record));
            }
        }
        let mut buffers = match Buffers::copy(run) {
            Ok(buffers) => buffers,
            Err(error) => return Ok(self.planned(error.to_string(), Vec::new())),
        };
        // SAFETY: the caller's contract.
        let (fastest, record) = unsafe { self.measure(class, run, &mut buffers)? };
        buffers.restore()?;
        let Some(fastest) = fastest else {
            return Ok(self.planned("no candidate ran to its end".to_owned(), record.trials));
        };
        let not_kept = self.records.write(class, &self.candidates[fastest], &record).err();
        Ok(self.decision(fastest, Origin::Measured { not_kept }, record))
    }

    /// Measures the candidates one after the other. Gives the fastest, if any ran, or the plan's if none is clearly faster; and what came of
    /// each.
    ///
    /// # Safety
    /// As [`Engine::run`].
    unsafe fn measure(
        &mut self,
        class: &Class,
        run: &Run<'_>,
        buffers: &mut Buffers<'_>,
    ) -> Result<(Option<usize>, Record), Error> {
        let mut trials = self.refused.clone();
        let far_slower = self.classes.far_slower(class);
        let (mut planned, mut done) = (None, 0);
        let mut best: Option<(Duration, usize)> = None;
        let (mut running, mut preparing) = (Duration::ZERO, Duration::ZERO);
        for index in self.planned..self.candidates.len() {
            let (candidate, limits) = (self.candidates[index], self.limits);
            let time_is_up = running >= limits.running || preparing >= limits.preparing;
            if index > self.planned && time_is_up {
                trials.push(left_out(&candidate, "the time for measuring was up".to_owned()));
                continue;
            }
            if index > self.planned && far_slower.contains(&candidate.to_string()) {
                trials.push(Trial { name: candidate.to_string(), outcome: Outcome::FarSlower });
                continue;
            }
            let begin = Instant::now();
            let made = self.obtain(index);
            preparing += begin.elapsed();
            let engine = match made {
                Ok(engine) => engine,
                Err(error) => {
                    trials.push(left_out(&candidate, error.to_string()));
                    continue;
                }
            };
            let before = best.map(|(time, _)| time);
            // SAFETY: the caller's contract.
            match unsafe { measure(engine, *run, buffers, before, limits, &mut running)? } {
                Measured::Runs { median, runs, tasks } => {
                    done = tasks;
                    if index == self.planned {
                        planned = Some(median);
                    }
                    if before.is_none_or(|before| median < before) {
                        best = Some((median, index));
                    }
                    trials.push(Trial { name: candidate.to_string(), outcome: Outcome::Measured { median, runs } });
                }
                Measured::TooLong(most) => {
                    trials.push(left_out(&candidate, format!("a run took more than {:.3} s", most.as_secs_f64())));
                }
                Measured::Failed(error) => trials.push(left_out(&candidate, error.to_string())),
            }
            self.drop_unused(best.map_or(self.planned, |(_, index)| index));
        }
        let fastest = best.map(|(time, index)| match planned {
            Some(planned) if time.as_secs_f64() > CLEARLY * planned.as_secs_f64() => self.planned,
            _ => index,
        });
        Ok((fastest, Record { tasks: done, trials }))
    }

    /// The engine of a candidate, made where it is not there.
    fn obtain(&mut self, index: usize) -> Result<&mut dyn Engine, Error> {
        if !self.engines.contains_key(&index) {
            let engine = self.factory.make(&self.candidates[index])?;
            self.engines.insert(index, engine);
        }
        match self.engines.get_mut(&index) {
            Some(engine) => Ok(&mut **engine),
            None => unreachable!("the engine was inserted above"),
        }
    }

    /// Drops all engines but `kept` and those that were chosen for other classes.
    fn drop_unused(&mut self, kept: usize) {
        let Self { engines, classes, .. } = self;
        engines.retain(|index, _| *index == kept || classes.have_chosen(*index));
    }

    fn planned(&self, reason: String, trials: Vec<Trial>) -> Decision {
        Decision { evidence: None, ..self.decision(self.planned, Origin::Planned(reason), Record { tasks: 0, trials }) }
    }

    fn decision(&self, index: usize, origin: Origin, Record { tasks, trials }: Record) -> Decision {
        let candidate = &self.candidates[index];
        let median = |candidate: &Candidate| {
            trials.iter().find(|trial| trial.name == candidate.to_string()).and_then(|trial| match trial.outcome {
                Outcome::Measured { median, .. } => Some(median),
                Outcome::FarSlower | Outcome::LeftOut(_) => None,
            })
        };
        let planned = if index == self.planned { None } else { median(&self.candidates[self.planned]) };
        let evidence = median(candidate).map(|chosen| Evidence { tasks, chosen, planned });
        let choice = Choice {
            scheduler: candidate.scheduler,
            block_threads: candidate.block_threads,
            name: candidate.to_string(),
            origin,
            trials,
        };
        Decision { index, choice, evidence }
    }

    /// How a run begins: a candidate, and why.
    ///
    /// # Safety
    /// As [`Engine::run`].
    unsafe fn begin(&mut self, class: &Class, run: &Run<'_>) -> Result<Decision, Error> {
        if class.is_empty() {
            return Ok(self.planned("the run has no initial tasks".to_owned(), Vec::new()));
        }
        match self.classes.begin(class) {
            Begin::With(decision) => Ok(decision.clone()),
            Begin::Planned => Ok(self.planned(
                "runs with as many initial tasks differed too much to choose for them".to_owned(),
                Vec::new(),
            )),
            Begin::Choose { recorded } => {
                self.seeded = None;
                // SAFETY: the caller's contract.
                let decision = unsafe { self.decide(class, run, recorded)? };
                self.classes.decided(class, decision.clone());
                self.drop_unused(decision.index);
                Ok(decision)
            }
        }
    }
}

impl<F: Factory> Engine for AutoEngine<F> {
    /// As the plan's checks them, where it is there; each checks its own when it runs, and is left out where it takes fewer.
    fn check_seeds(&self, counts: &[usize]) -> Result<(), Error> {
        self.engines.get(&self.planned).map_or(Ok(()), |engine| engine.check_seeds(counts))
    }

    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error> {
        let begin = Instant::now();
        let class = Class::of(run.seeds, run.scalars, self.procedures);
        // SAFETY: the caller's contract.
        let Decision { index, choice, .. } = unsafe { self.begin(&class, &run)? };
        let seeds_unchanged = self.seeded.take() == Some(index) && run.seeds_unchanged;
        // SAFETY: the caller's contract.
        let mut report = unsafe { self.obtain(index)?.run(Run { seeds_unchanged, ..run })? };
        self.seeded = Some(index);
        if !class.is_empty() {
            self.classes.end(&class, Done::of(&report));
        }
        report.choice = Some(choice);
        report.total_time = begin.elapsed();
        Ok(report)
    }
}

fn left_out(candidate: &Candidate, reason: String) -> Trial {
    Trial { name: candidate.to_string(), outcome: Outcome::LeftOut(reason) }
}

#[cfg(test)]
mod tests;
