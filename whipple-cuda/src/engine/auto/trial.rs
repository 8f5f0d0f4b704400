//! Trials: short measured runs of a prepared candidate on the user's own initial tasks and buffers.

use super::classes::Done;
use std::time::{Duration, Instant};
use whipple_runtime::{
    backend::{Engine, Run, Snapshot},
    error::Error,
};

/// How long tuning may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For all runs together, in wall-clock time. See [`longest`] for a single one.
    pub running: Duration,
    /// For making all candidates, most of which is compiling, the first time.
    pub preparing: Duration,
    /// Measured runs of a candidate, after one that warms up.
    pub runs: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { running: Duration::from_secs(2), preparing: Duration::from_secs(20), runs: 3 }
    }
}

/// The program's buffers as they were before the first trial.
pub struct Buffers<'a> {
    snapshots: Vec<Box<dyn Snapshot + 'a>>,
    written: bool,
}

impl<'a> Buffers<'a> {
    /// Copies the buffers of a run.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn copy(run: &Run<'a>) -> Result<Self, Error> {
        let snapshots = run.storages.iter().map(|storage| storage.snapshot()).collect::<Result<_, _>>()?;
        Ok(Self { snapshots, written: false })
    }

    /// Gives them their contents again, where a run may have written to them.
    ///
    /// # Errors
    /// What the driver met.
    pub fn restore(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.written) {
            self.snapshots.iter().try_for_each(|snapshot| snapshot.restore())?;
        }
        Ok(())
    }
}

/// What the runs of a candidate gave.
pub enum Measured {
    /// Median time on the device, and the tasks of the last run.
    Runs { median: Duration, runs: u32, tasks: u64 },
    /// The first run was stopped after this time.
    TooLong(Duration),
    /// A run failed.
    Failed(Error),
}

/// How long the first run of a candidate may take beside the best one: what takes ten times as long is not chosen, and some take
/// minutes where others take milliseconds, as time slices whose tasks go to host memory.
fn longest(best: Duration) -> Duration {
    10 * best + Duration::from_millis(100)
}

/// Runs a candidate and measures it. Stops early where it takes more than twice the `best` or `spent`, to which the
/// time is added, reaches the limit; where that happens before a measured run, the one that warmed up counts.
///
/// # Errors
/// Those of the user's program, which every candidate would meet, and of a run that was stopped.
///
/// # Safety
/// As [`Engine::run`].
pub unsafe fn measure(
    engine: &mut dyn Engine,
    run: Run<'_>,
    buffers: &mut Buffers<'_>,
    best: Option<Duration>,
    limits: Limits,
    spent: &mut Duration,
) -> Result<Measured, Error> {
    let mut times = Vec::new();
    let (mut warm, mut tasks) = (false, 0);
    while times.len() < limits.runs && (!warm || *spent < limits.running) {
        let begin = Instant::now();
        buffers.restore()?;
        buffers.written = true;
        let most = best.filter(|_| !warm).map(longest);
        run.control.limit_trial(most);
        // The run that counts prints the lines.
        let silent = run.control.printer().silence(true);
        // SAFETY: the caller's contract.
        let result = unsafe { engine.run(Run { seeds_unchanged: warm, ..run }) };
        run.control.limit_trial(None);
        run.control.printer().silence(silent);
        *spent += begin.elapsed();
        let report = match (result, most) {
            (Ok(report), _) => report,
            // Not if the whole run is to stop.
            (Err(Error::TimeLimit { .. }), Some(most)) if run.control.stop().is_none() => {
                return Ok(Measured::TooLong(most));
            }
            (Err(error), _) if is_of_program(&error) => return Err(error),
            (Err(error), _) => return Ok(Measured::Failed(error)),
        };
        let done = Done::of(&report);
        let time = done.time;
        tasks = done.tasks;
        if !warm {
            warm = true;
            if *spent < limits.running {
                continue;
            }
        }
        times.push(time);
        if best.is_some_and(|best| time > 2 * best) {
            break;
        }
    }
    times.sort_unstable();
    let median = times[times.len() / 2];
    Ok(Measured::Runs { median, runs: times.len() as u32, tasks })
}

/// Whether the program itself failed or was stopped, not the candidate.
fn is_of_program(error: &Error) -> bool {
    matches!(error, Error::DevicePanic(_) | Error::Cancelled { .. } | Error::TimeLimit { .. })
}
