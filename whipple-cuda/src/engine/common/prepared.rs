//! The loop of a run, the same under all schedulers: launch, look at why the launch ended, go on.

use super::{
    abi::{CONTROL, Image, control, flags},
    seeds,
    session::{Launched, Session},
};
use whipple_runtime::{
    backend::{Engine, Run},
    error::{Error, add_waiting},
    report::Report,
};

/// How a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// With a launch, for which all is ready.
    Launch,
    /// All tasks have run.
    Ended,
}

/// A program that is prepared for a scheduler: the steps of a run that differ between schedulers.
pub trait Prepared: Send {
    /// Checks the number of initial tasks of each procedure for what only this scheduler asks.
    ///
    /// # Errors
    /// What says how many there may be.
    fn check_seeds(&self, _counts: &[usize]) -> Result<(), Error> {
        Ok(())
    }

    /// Makes ready for a run whose initial tasks the session has. `dirty`: an earlier run has not ended and left its remains.
    ///
    /// # Errors
    /// What cannot run, or what the driver met.
    fn begin(&mut self, session: &Session, run: &Run<'_>, dirty: bool) -> Result<Next, Error>;

    /// Launches and waits, by a function of the session.
    ///
    /// # Safety
    /// The run must have the parameters of the prepared program. The memory that they name must live until this returns.
    ///
    /// # Errors
    /// What the driver met.
    unsafe fn launch(&mut self, session: &mut Session, run: &Run<'_>) -> Result<Launched, Error>;

    /// After a launch in which nobody panicked and that was not stopped: makes the next one ready.
    ///
    /// # Errors
    /// What keeps the run from going on, or what the driver met.
    fn after(&mut self, session: &Session, run: &Run<'_>, image: &mut Image) -> Result<Next, Error>;

    /// Adds to a report that has the counts of `Control`.
    ///
    /// # Errors
    /// What the driver met.
    fn report(&mut self, image: &Image, report: &mut Report) -> Result<(), Error>;
}

/// A prepared program in its session.
pub struct ReadyEngine<P> {
    session: Session,
    prepared: P,
    device: String,
    /// A run has not ended.
    dirty: bool,
}

impl<P: Prepared> ReadyEngine<P> {
    /// An engine that has not run yet.
    pub fn new(session: Session, prepared: P) -> Self {
        Self { device: session.gpu.description(), session, prepared, dirty: false }
    }

    fn report(&mut self, run: &Run<'_>, image: &Image) -> Result<Report, Error> {
        let mut report = Report::new(self.device.clone(), self.session.program.procedures);
        for (index, procedure) in report.procedures.iter_mut().enumerate() {
            procedure.tasks = image.long(control::TASKS + 8 * index);
            procedure.longest_queue = Some(image.word(control::HIGH_WATER + 4 * index).into());
        }
        report.rounds = image.long(control::ROUNDS);
        report.device_time = Some(self.session.device_time()?);
        report.join_bytes = self.session.join_bytes()?;
        report.dropped_lines = self.session.dropped_lines()?;
        self.prepared.report(image, &mut report)?;
        report.total_time = run.control.elapsed();
        Ok(report)
    }
}

impl<P: Prepared> Engine for ReadyEngine<P> {
    fn check_seeds(&self, counts: &[usize]) -> Result<(), Error> {
        seeds::check(counts, self.session.program.procedures)?;
        self.prepared.check_seeds(counts)
    }

    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error> {
        // SAFETY: the caller's contract.
        unsafe { self.run_to_end(&run) }.map_err(|error| {
            // The first error says more than one of this would.
            let waiting = self.session.waiting().unwrap_or_default();
            add_waiting(error, self.session.program.procedures, &waiting)
        })
    }
}

impl<P: Prepared> ReadyEngine<P> {
    /// # Safety
    /// As [`Engine::run`].
    unsafe fn run_to_end(&mut self, run: &Run<'_>) -> Result<Report, Error> {
        // SAFETY: the caller's contract: the seeds hold valid items.
        unsafe { self.session.begin(run)? };
        let mut next = self.prepared.begin(&self.session, run, self.dirty)?;
        self.dirty = true;
        let mut image = Image::new(vec![0; CONTROL]);
        while next == Next::Launch {
            if let Some(stop) = self.session.stop(run) {
                return Err(stop.into_error(self.report(run, &image)?));
            }
            // SAFETY: `run` has the parameters of the prepared program, and keeps its buffers alive during the call.
            let launched = unsafe { self.prepared.launch(&mut self.session, run)? };
            image = launched.image;
            let left = image.word(control::FLAGS);
            if left & flags::ABORT != 0 {
                return Err(image.panic().into_error(self.session.program.procedures));
            }
            // Unless the last task ended at the same time.
            if let Some(stop) = launched.stop.filter(|_| left & flags::ENDED == 0) {
                return Err(stop.into_error(self.report(run, &image)?));
            }
            next = self.prepared.after(&self.session, run, &mut image)?;
        }
        self.dirty = false;
        self.session.read_outputs(run)?;
        let report = self.report(run, &image)?;
        run.control.finish(&report);
        Ok(report)
    }
}

/// A kernel says neither that the run has ended nor that it goes on.
pub fn left_early() -> Error {
    Error::other("a kernel returned before its program had ended; please report this", None)
}

#[cfg(test)]
mod tests;
