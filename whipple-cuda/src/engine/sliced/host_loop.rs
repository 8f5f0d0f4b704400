//! The loop over the slices on the host: plan, launch, read what was spawned.

use super::{
    abi::{COUNTER, encode_step},
    slices::Slices,
    steps::{Planned, Standing, Step},
};
use crate::{
    driver::{Event, Gpu, Stream},
    engine::common::{
        abi::{Arguments, CONTROL, Image},
        prepared::{Next, Prepared},
        session::{Launched, Session},
    },
};
use std::sync::Arc;
use whipple_runtime::{backend::Run, control::RunControl, error::Error, report::Report};

/// Blocks of a slice that the host launches, as a multiple of what fills the device: what is above is run in turn.
const WAVES: u32 = 8;

/// A program whose slices the host plans. Each is too short to be stopped: the loop of a run looks for that between them.
pub struct HostLoop {
    slices: Slices,
    /// Where all kernels of a slice but the first run.
    sides: Vec<Side>,
    /// The next slice.
    step: Step,
    progress: Progress,
}

/// A stream beside the session's.
struct Side {
    stream: Stream,
    done: Event,
}

/// What a run has come to.
struct Progress {
    standing: Standing,
    tasks: Vec<u64>,
    longest: Vec<u64>,
    rounds: u64,
    most_blocks: u32,
}

impl HostLoop {
    /// A loop that has not run yet.
    ///
    /// # Errors
    /// What the driver met.
    pub fn new(gpu: &Arc<Gpu>, slices: Slices) -> Result<Self, Error> {
        let side = |_| Ok(Side { stream: Stream::non_blocking(gpu)?, done: Event::new(gpu)? });
        let sides = (1..slices.count()).map(side).collect::<Result<_, Error>>()?;
        let progress = Progress::new(vec![0; slices.count()]);
        Ok(Self { slices, sides, step: Step::default(), progress })
    }

    /// Plans the next slice, and gives the queues the memory that it needs. The counters of added items stand at `base`.
    fn plan(&mut self, base: Vec<u32>) -> Result<Next, Error> {
        loop {
            let Progress { standing, rounds, .. } = &self.progress;
            match self.slices.plan(standing, *rounds) {
                Planned::Ended => return Ok(Next::Ended),
                Planned::Grow => self.slices.grow(standing, *rounds)?,
                Planned::Run(step) => {
                    self.step = Step { base, ..step };
                    return Ok(Next::Launch);
                }
            }
        }
    }

    /// Enqueues the kernels of the slice, side by side; `stream` is done when all are.
    ///
    /// # Safety
    /// The kernels must take these arguments. The memory that they name must live until then.
    unsafe fn enqueue(&mut self, stream: &Stream, arguments: &mut Arguments<3>) -> Result<(), Error> {
        let active = self.slices.kernels.iter().zip(&self.step.count).filter(|(_, count)| **count > 0);
        // Everything before this slice is done, so the streams need not wait for each other at its start.
        let sides = std::iter::once(None).chain(self.sides.iter().map(Some));
        for ((kernel, count), side) in active.zip(sides) {
            let blocks = kernel.geometry.blocks(*count).min(kernel.resident * WAVES);
            self.progress.most_blocks = self.progress.most_blocks.max(blocks);
            let (threads, scratch) = (kernel.geometry.threads, kernel.geometry.scratch);
            let own = side.map_or(stream, |side| &side.stream);
            // SAFETY: the caller's contract.
            unsafe { kernel.function.launch(blocks, threads, scratch, own, &mut arguments.pointers())? };
            if let Some(side) = side {
                side.done.record(&side.stream)?;
                stream.wait(&side.done)?;
            }
        }
        Ok(())
    }
}

impl Prepared for HostLoop {
    fn begin(&mut self, session: &Session, _run: &Run<'_>, _dirty: bool) -> Result<Next, Error> {
        self.progress = Progress::new(session.seeds.counts());
        self.slices.begin(session, &self.progress.standing)?;
        self.plan(vec![0; self.slices.count()])
    }

    unsafe fn launch(&mut self, session: &mut Session, run: &Run<'_>) -> Result<Launched, Error> {
        let parameters = self.slices.parameters(session).encode();
        let mut arguments = Arguments::new([run.parameters, &parameters, &encode_step(&self.step)]);
        // SAFETY: the kernels take the program's struct, `SliceParameters` and `SlicePlan`; the buffers have these layouts,
        // which static_asserts of the device library and of the program check. All memory that they name belongs to `self`, to
        // the session, or to buffers that the program value holds, until the session has waited.
        session
            .launch_short(run, COUNTER * self.slices.count(), |stream| unsafe { self.enqueue(stream, &mut arguments) })
    }

    fn after(&mut self, _session: &Session, run: &Run<'_>, image: &mut Image) -> Result<Next, Error> {
        let added: Vec<u32> = (0..self.slices.count()).map(|p| image.word(CONTROL + COUNTER * p)).collect();
        let pushed: Vec<u32> = added.iter().zip(&self.step.base).map(|(now, then)| now.wrapping_sub(*then)).collect();
        self.progress.take(&self.step, &pushed);
        self.progress.tell(run.control);
        self.plan(added)
    }

    fn report(&mut self, _image: &Image, report: &mut Report) -> Result<(), Error> {
        // The host has counted, not the device.
        for (index, procedure) in report.procedures.iter_mut().enumerate() {
            procedure.tasks = self.progress.tasks[index];
            procedure.longest_queue = Some(self.progress.longest[index]);
        }
        report.rounds = self.progress.rounds;
        report.workers = self.progress.most_blocks;
        self.slices.report(report);
        Ok(())
    }
}

impl Progress {
    fn new(seeds: Vec<u32>) -> Self {
        Self {
            tasks: vec![0; seeds.len()],
            longest: vec![0; seeds.len()],
            standing: Standing::new(seeds),
            rounds: 0,
            most_blocks: 0,
        }
    }

    /// Tells whoever watches.
    fn tell(&self, control: &RunControl) {
        if control.is_watched() {
            for (p, tasks) in self.tasks.iter().enumerate() {
                control.set_progress(p, *tasks, self.standing.stacked(p));
            }
            control.count();
        }
    }

    /// Takes in a step that has run.
    fn take(&mut self, step: &Step, pushed: &[u32]) {
        self.standing.settle(step, pushed);
        self.rounds += 1;
        for (p, (tasks, longest)) in self.tasks.iter_mut().zip(&mut self.longest).enumerate() {
            *tasks += u64::from(step.count[p]);
            *longest = (*longest).max(self.standing.stacked(p));
        }
    }
}
