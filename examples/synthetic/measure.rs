//! Measuring a test, and checking what came of it.

use super::{
    expect::{Expected, initial_word},
    load::MEMORY,
    suite::{Buffers, Test},
};
use crate::common::{
    failure::run_error,
    progress::{Steps, shown},
};
use std::time::Duration;
use whipple::{backend::ProgramDescription, prelude::*};

/// Where and how often tests run.
pub struct Session {
    /// The device.
    pub device: Device,
    /// Its buffers.
    pub buffers: Buffers,
    /// Runs that are timed, at least one.
    pub runs: usize,
    /// Runs before those.
    pub warmup: usize,
}

/// What was measured: times, and the report of the last run.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Times of the runs, rising: on the device's clock, or on the host's where the device has none. Never empty.
    times: Vec<Duration>,
    /// The report of the last timed run.
    pub report: Report,
}

impl Measurement {
    /// The median time of a run in seconds.
    pub fn median(&self) -> f64 {
        let middle = self.times.len() / 2;
        let upper = self.times[middle].as_secs_f64();
        if self.times.len().is_multiple_of(2) { (self.times[middle - 1].as_secs_f64() + upper) / 2.0 } else { upper }
    }

    /// The least time in seconds.
    pub fn min(&self) -> f64 {
        self.times[0].as_secs_f64()
    }

    /// The largest time in seconds.
    pub fn max(&self) -> f64 {
        self.times[self.times.len() - 1].as_secs_f64()
    }
}

/// Why there is no measurement.
#[derive(thiserror::Error, Debug)]
pub enum Failure {
    /// The device does not offer the scheduler. No mistake of the test's.
    #[error("not available: {}", run_error(.0))]
    NotAvailable(Error),
    /// The program could not be prepared or run.
    #[error("{}", run_error(.0))]
    Run(#[from] Error),
    /// The host's own count of tasks is wrong.
    #[error("the host counts {counted} tasks, and {known} are known to be there: the host's recount is wrong")]
    Recount {
        /// In closed form.
        known: u64,
        /// By walking over all tasks.
        counted: u64,
    },
    /// The number of tasks is wrong.
    #[error("{found} tasks ran, and {expected} were expected")]
    Tasks {
        /// What the host counts.
        expected: u64,
        /// What the report says.
        found: u64,
    },
    /// The sum of the fingerprints is wrong.
    #[error("the checksum is {found:#018x}, and {expected:#018x} was expected: tasks or results of theirs are wrong")]
    Checksum {
        /// What the host adds up.
        expected: u64,
        /// What lies in the buffer.
        found: u64,
    },
    /// A word of the memory is wrong.
    #[error("word {word} of the memory is {found:#x}, and {expected:#x} was expected")]
    Memory {
        /// The first wrong one.
        word: usize,
        /// What the host computes.
        expected: u32,
        /// What lies in the buffer.
        found: u32,
    },
}

/// A [`Test`] without its types.
pub trait Measurable {
    /// [`Test::name`].
    fn name(&self) -> &str;

    /// [`Test::expect`], if its count of tasks is [`Test::known_tasks`], where that is known.
    ///
    /// # Errors
    /// [`Failure::Recount`].
    fn expect(&self) -> Result<Expected, Failure>;

    /// The program.
    fn description(&self) -> ProgramDescription;

    /// Runs the test once to check counts, checksum and memory, then times it. Each run's count is checked.
    ///
    /// # Errors
    /// All of [`Failure`].
    fn measure(&self, session: &Session, options: &Options, expected: &Expected) -> Result<Measurement, Failure>;

    /// Runs the test once and checks the count.
    ///
    /// # Errors
    /// All of [`Failure`].
    fn run_once(&self, session: &Session, options: &Options, expected: &Expected) -> Result<Report, Failure>;
}

impl<T: Test> Measurable for T {
    fn name(&self) -> &str {
        Test::name(self)
    }

    fn expect(&self) -> Result<Expected, Failure> {
        let expected = Test::expect(self);
        match self.known_tasks() {
            Some(known) if known != expected.tasks => Err(Failure::Recount { known, counted: expected.tasks }),
            _ => Ok(expected),
        }
    }

    fn description(&self) -> ProgramDescription {
        ProgramDescription {
            name: T::Program::NAME,
            procedures: T::Program::PROCEDURES,
            cuda_source: T::Program::CUDA_SOURCE,
            plan: const { &T::Program::PLAN },
        }
    }

    fn measure(&self, session: &Session, options: &Options, expected: &Expected) -> Result<Measurement, Failure> {
        let runs = session.warmup + session.runs.max(1);
        // The run that verifies is one of them.
        let steps = Steps::of(runs as u64 + 1);
        let work = || {
            verify(self, session, options, expected)?;
            steps.step();
            let program = self.program(&session.buffers, false);
            let mut launcher = prepare(self, session, &program, options)?;
            let mut times = Vec::with_capacity(session.runs);
            let mut last = None;
            for run in 0..runs {
                let report = launcher.run()?;
                steps.step();
                check_tasks(expected, &report)?;
                if run >= session.warmup {
                    times.push(report.device_time.unwrap_or(report.total_time));
                    last = Some(report);
                }
            }
            times.sort();
            Ok(Measurement { times, report: last.unwrap_or_default() })
        };
        shown("measuring", || Some(steps.part(0.0)), work)
    }

    fn run_once(&self, session: &Session, options: &Options, expected: &Expected) -> Result<Report, Failure> {
        let program = self.program(&session.buffers, false);
        let report = prepare(self, session, &program, options)?.run()?;
        check_tasks(expected, &report)?;
        Ok(report)
    }
}

/// A launcher with the test's seeds.
fn prepare<'p, T: Test>(
    test: &T,
    session: &Session,
    program: &'p T::Program,
    options: &Options,
) -> Result<Launcher<'p, T::Program>, Failure> {
    let refused = |error| match error {
        Error::Compile { .. } => Failure::Run(error),
        // Whatever else keeps a device from another scheduler than the default one is a property of the device.
        _ if options.scheduler != Scheduler::default() => Failure::NotAvailable(error),
        _ => Failure::Run(error),
    };
    let mut launcher = Launcher::with_options(&session.device, program, options.clone()).map_err(refused)?;
    launcher.seed::<T::First>(&test.seeds())?;
    Ok(launcher)
}

/// One run whose tasks leave fingerprints.
fn verify<T: Test>(test: &T, session: &Session, options: &Options, expected: &Expected) -> Result<(), Failure> {
    let Buffers { checks, memory } = &session.buffers;
    let program = test.program(&session.buffers, true);
    let mut launcher = prepare(test, session, &program, options)?;
    checks.fill(0)?;
    if expected.memory_threads > 0 {
        memory.write(&(0..MEMORY).map(initial_word).collect::<Vec<u32>>())?;
    }
    check_tasks(expected, &launcher.run()?)?;
    let found = checks.read()?.into_iter().fold(0, u64::wrapping_add);
    if found != expected.checksum {
        return Err(Failure::Checksum { expected: expected.checksum, found });
    }
    if expected.memory_threads > 0 {
        let (words, found) = (expected.memory(), memory.read()?);
        if let Some(word) = words.iter().zip(&found).position(|(expected, found)| expected != found) {
            return Err(Failure::Memory { word, expected: words[word], found: found[word] });
        }
    }
    Ok(())
}

fn check_tasks(expected: &Expected, report: &Report) -> Result<(), Failure> {
    let (expected, found) = (expected.tasks, report.total_tasks());
    if expected == found { Ok(()) } else { Err(Failure::Tasks { expected, found }) }
}
