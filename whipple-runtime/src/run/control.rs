//! What the host and a run tell each other while it goes on: to stop, how far it is, what it prints.

use crate::{
    error::{Error, Waiting},
    plan::MAX_PROCEDURES,
    print::Printer,
    report::Report,
};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Between a launcher, its handle and the back end that runs.
///
/// All of it is hints that pass no other data along: a request to stop acts soon, and counts are as old as the last look.
/// So every access is relaxed; what a run wrote is ordered by the end of the run (the join of its threads, or the
/// device's stream).
#[derive(Debug)]
pub struct RunControl {
    cancelled: AtomicBool,
    begin: Instant,
    limit: Option<Duration>,
    watched: bool,
    counted: AtomicBool,
    /// Nanoseconds from `begin` to when a trial within the run must end; 0 where there is none.
    trial_ends: AtomicU64,
    /// Nanoseconds from `begin` to the end of the run, plus one; 0 before the end.
    ended: AtomicU64,
    tasks: [AtomicU64; MAX_PROCEDURES],
    queued: [AtomicU64; MAX_PROCEDURES],
    printer: Printer,
}

/// Why a run stops before its last task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It was cancelled.
    Cancelled,
    /// It took longer than this.
    TimeLimit(Duration),
}

impl Stop {
    /// The error of a run that stopped, with what it had done.
    pub fn into_error(self, report: Report) -> Error {
        let report = Box::new(report);
        match self {
            Self::Cancelled => Error::Cancelled { report, waiting: Waiting::default() },
            Self::TimeLimit(limit) => Error::TimeLimit { limit, report, waiting: Waiting::default() },
        }
    }
}

impl RunControl {
    /// The control of a run that begins now and may take `limit`. `watched`: somebody may ask for its progress.
    pub fn new(limit: Option<Duration>, watched: bool) -> Self {
        Self {
            cancelled: AtomicBool::new(false),
            begin: Instant::now(),
            limit,
            watched,
            counted: AtomicBool::new(false),
            trial_ends: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            tasks: [const { AtomicU64::new(0) }; MAX_PROCEDURES],
            queued: [const { AtomicU64::new(0) }; MAX_PROCEDURES],
            printer: Printer::default(),
        }
    }

    /// The same of a run that prints there.
    pub fn printing(self, printer: Printer) -> Self {
        Self { printer, ..self }
    }

    /// Where the run prints.
    pub fn printer(&self) -> &Printer {
        &self.printer
    }

    /// Asks the run to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether the run is to stop, and why. Looks at the clock only where there is a limit.
    #[inline]
    pub fn stop(&self) -> Option<Stop> {
        if self.cancelled.load(Relaxed) {
            return Some(Stop::Cancelled);
        }
        let limits = [self.limit, self.trial_limit()];
        limits.into_iter().flatten().find(|limit| self.begin.elapsed() >= *limit).map(Stop::TimeLimit)
    }

    /// Lets what runs from now on take this long, besides its own limit; `None` takes that back.
    pub fn limit_trial(&self, limit: Option<Duration>) {
        let end = limit.map_or(0, |limit| (self.begin.elapsed() + limit).as_nanos() as u64);
        self.trial_ends.store(end, Relaxed);
    }

    #[inline]
    fn trial_limit(&self) -> Option<Duration> {
        let end = self.trial_ends.load(Relaxed);
        (end > 0).then(|| Duration::from_nanos(end))
    }

    /// Whether somebody may ask for the progress, or for the run to stop. Otherwise a back end may simply wait.
    pub fn is_attended(&self) -> bool {
        self.watched || self.limit.is_some() || self.trial_limit().is_some()
    }

    /// Says that the progress will be set from now on.
    pub fn count(&self) {
        self.counted.store(true, Relaxed);
    }

    /// Whether the progress is set.
    pub(crate) fn is_counted(&self) -> bool {
        self.counted.load(Relaxed)
    }

    /// Whether somebody may ask for the progress.
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Sets what was done of a procedure, by its index in the program, and how many of its items wait.
    ///
    /// # Panics
    /// When `procedure` is not below [`MAX_PROCEDURES`].
    pub fn set_progress(&self, procedure: usize, tasks: u64, queued: u64) {
        self.tasks[procedure].store(tasks, Relaxed);
        self.queued[procedure].store(queued, Relaxed);
    }

    /// Sets the progress of a run that has done all its tasks.
    pub fn finish(&self, report: &Report) {
        for (index, procedure) in report.procedures.iter().enumerate() {
            self.set_progress(index, procedure.tasks, 0);
        }
        self.count();
    }

    /// Adds to what [`set_progress`](Self::set_progress) sets. `queued` may wrap: two's complement.
    ///
    /// # Panics
    /// When `procedure` is not below [`MAX_PROCEDURES`].
    pub fn add_progress(&self, procedure: usize, tasks: u64, queued: u64) {
        self.tasks[procedure].fetch_add(tasks, Relaxed);
        self.queued[procedure].fetch_add(queued, Relaxed);
    }

    /// Tasks done of a procedure, and items that wait.
    pub(crate) fn progress(&self, procedure: usize) -> (u64, u64) {
        let queued = self.queued[procedure].load(Relaxed);
        // Workers tell one after the other, so that the sum may be below zero for a moment.
        (self.tasks[procedure].load(Relaxed), if queued > u64::MAX / 2 { 0 } else { queued })
    }

    /// Takes the time of the end.
    pub(crate) fn end(&self) {
        self.ended.store(self.begin.elapsed().as_nanos() as u64 + 1, Relaxed);
    }

    /// From the begin of the run to now, or to its end.
    pub fn elapsed(&self) -> Duration {
        match self.ended.load(Relaxed) {
            0 => self.begin.elapsed(),
            nanoseconds => Duration::from_nanos(nanoseconds - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_when_told_or_when_late() {
        let control = RunControl::new(None, false);
        assert_eq!((control.stop(), control.is_attended()), (None, false));
        control.cancel();
        assert_eq!(control.stop(), Some(Stop::Cancelled));
        let control = RunControl::new(Some(Duration::ZERO), false);
        assert_eq!((control.stop(), control.is_attended()), (Some(Stop::TimeLimit(Duration::ZERO)), true));
        assert_eq!(RunControl::new(Some(Duration::MAX), true).stop(), None);
    }

    #[test]
    fn sums_below_zero_count_as_zero() {
        let control = RunControl::new(None, true);
        control.add_progress(3, 5, 0_u64.wrapping_sub(2));
        assert_eq!(control.progress(3), (5, 0));
        control.add_progress(3, 1, 4);
        assert_eq!(control.progress(3), (6, 2));
    }
}
