//! Runs as handles: a run on a thread of its own, watched, steered and stopped from here.

use crate::{
    control::RunControl,
    error::Error,
    launcher::checked_index,
    procedure::{Execute, Procedure},
    program::{Contains, Program},
    report::{Report, address},
    weights::Weights,
};
use std::{fmt, marker::PhantomData, thread::ScopedJoinHandle, time::Duration};

/// A run that goes on: what [`Launcher::start`](crate::launcher::Launcher::start) gives.
///
/// A handle that is dropped lets its run go on; the scope waits for it, and its report is lost. When it is dropped by a panic,
/// the run is cancelled.
#[must_use = "the report and the error of a run come from `wait`"]
pub struct Running<'scope, P: Program> {
    /// The thread, or why there is none; `None` once it was waited for.
    pub(crate) thread: Option<Result<ScopedJoinHandle<'scope, Result<Report, Error>>, Error>>,
    pub(crate) control: &'scope RunControl,
    pub(crate) weights: &'scope Weights,
    pub(crate) program: PhantomData<fn() -> P>,
}

impl<P: Program> Running<'_, P> {
    /// How far the run is, without stopping it. Workers tell what they did now and then, so the counts may be a few
    /// milliseconds old. On a GPU they need [`Options::progress`](crate::options::Options::progress).
    pub fn progress(&self) -> Progress {
        let procedure = |(index, info): (usize, &'static crate::program::ProcedureInfo)| {
            let (tasks, queued) = self.control.progress(index);
            ProcedureProgress { name: info.name, tasks, queued, structure: address(info.structure) }
        };
        Progress {
            elapsed: self.control.elapsed(),
            is_counted: self.control.is_counted(),
            procedures: P::PROCEDURES.iter().enumerate().map(procedure).collect(),
        }
    }

    /// Asks the run to stop, and returns at once. Tasks that have begun run to their end, no others begin, and
    /// [`wait`](Self::wait) gives [`Error::Cancelled`], unless the run ended first.
    pub fn cancel(&self) {
        self.control.cancel();
    }

    /// Whether [`wait`](Self::wait) would return at once.
    pub fn is_finished(&self) -> bool {
        !matches!(&self.thread, Some(Ok(thread)) if !thread.is_finished())
    }

    /// Changes the weight of `Q` for [`Policy::Random`](crate::options::Policy::Random) and
    /// [`Policy::Quota`](crate::options::Policy::Quota). It acts soon, and stays for the launcher's next runs.
    ///
    /// # Errors
    /// [`Error::Options`] when the weight is out of range.
    pub fn set_weight<Q: Execute>(&self, weight: u32) -> Result<(), Error>
    where
        P: Contains<Q>,
    {
        self.weights.set(checked_index::<P, Q>()?, weight)
    }

    /// Waits for the end of the run.
    ///
    /// # Errors
    /// As [`Launcher::run`](crate::launcher::Launcher::run); [`Error::Cancelled`] after [`cancel`](Self::cancel);
    /// [`Error::Resources`] when there was no thread for the run.
    pub fn wait(mut self) -> Result<Report, Error> {
        let Some(thread) = self.thread.take() else { return Err(Error::other("the run was waited for twice", None)) };
        // A panic of the thread is a mistake in whipple itself: bodies' panics come back as errors.
        thread?.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload))
    }
}

/// The program's name and how far the run is.
impl<P: Program> fmt::Debug for Running<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Running");
        shown.field("program", &P::NAME).field("progress", &self.progress()).finish_non_exhaustive()
    }
}

impl<P: Program> Drop for Running<'_, P> {
    /// A panic must not wait in the scope for a run that may go on for long.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.control.cancel();
        }
    }
}

/// How far a run is.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// From the begin of the run until now, or until its end.
    pub elapsed: Duration,
    /// Whether tasks are counted while the run goes on; otherwise they show when it has ended, and are 0 until then.
    pub is_counted: bool,
    /// What was done of each procedure, in the program's field order.
    pub procedures: Vec<ProcedureProgress>,
}

/// How far a run is with one procedure.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ProcedureProgress {
    /// The Rust name.
    pub name: &'static str,
    /// Tasks done.
    pub tasks: u64,
    /// Work items that wait, initial ones among them.
    pub queued: u64,
    /// Address of the procedure's item: its identity.
    structure: usize,
}

impl Progress {
    /// How far the run is with `P`; `None` when `P` is not in the program.
    pub fn procedure<P: Procedure>(&self) -> Option<&ProcedureProgress> {
        self.procedures.iter().find(|procedure| procedure.structure == address(P::STRUCT))
    }

    /// Tasks of `P` done; 0 when `P` is not in the program.
    pub fn tasks<P: Procedure>(&self) -> u64 {
        self.procedure::<P>().map_or(0, |procedure| procedure.tasks)
    }

    /// Tasks of all procedures.
    pub fn total_tasks(&self) -> u64 {
        self.procedures.iter().map(|procedure| procedure.tasks).sum()
    }

    /// Work items of all procedures that wait.
    pub fn total_queued(&self) -> u64 {
        self.procedures.iter().map(|procedure| procedure.queued).sum()
    }
}
