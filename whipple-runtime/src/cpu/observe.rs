//! What a worker writes down of its batches: progress for whoever watches, statistics and a trace for the report.

use super::{pool::HandOver, queue::Queues, worker::Tally};
use crate::{
    control::RunControl,
    options::Options,
    trace::{Change, Event},
};
use std::time::{Duration, Instant};

/// Events and changes that the workers of a run keep together: about 48 MiB.
const TRACE_RECORDS: usize = 1 << 20;

/// What is to be observed in a run.
pub(super) struct Observation<'r> {
    pub(super) control: &'r RunControl,
    pub(super) statistics: bool,
    /// Records that each worker may keep.
    trace_records: usize,
    /// When the run began, by the trace's clock.
    begin: Instant,
}

impl<'r> Observation<'r> {
    pub(super) fn new(control: &'r RunControl, options: &Options, workers: usize) -> Self {
        let trace_records = if options.trace { TRACE_RECORDS / workers } else { 0 };
        Self { control, statistics: options.statistics, trace_records, begin: Instant::now() }
    }
}

/// What one worker saw.
#[derive(Default)]
pub(super) struct Observed {
    /// Items by procedure that its own tasks spawned.
    pub(super) local: Vec<u64>,
    /// Items by procedure that others handed over.
    pub(super) global: Vec<u64>,
    /// Time without work.
    pub(super) idle: Duration,
    pub(super) events: Vec<Event>,
    pub(super) changes: Vec<Change>,
    pub(super) dropped: u64,
}

/// One worker's observer. Where nothing is to be observed, each call is a test of a word.
pub(super) struct Observer<'r> {
    run: &'r Observation<'r>,
    worker: u32,
    /// Statistics or a trace.
    counts: bool,
    /// Lengths of the queues when the batch began.
    before: Vec<usize>,
    /// Tasks and queue lengths as last told.
    told: Vec<(u64, u64)>,
    seen: Observed,
}

impl<'r> Observer<'r> {
    pub(super) fn new(run: &'r Observation<'r>, worker: usize, procedures: usize) -> Self {
        let seen = Observed { local: vec![0; procedures], global: vec![0; procedures], ..Observed::default() };
        Self {
            run,
            worker: worker as u32,
            counts: run.statistics || run.trace_records > 0,
            before: vec![0; procedures],
            told: vec![(0, 0); procedures],
            seen,
        }
    }

    /// The initial tasks are in place.
    pub(super) fn begin(&mut self, queues: &Queues) {
        if self.run.trace_records > 0 {
            for procedure in 0..queues.count() {
                self.change(procedure, queues.len(procedure) as u64, 0, Duration::ZERO);
            }
        }
    }

    /// A batch is about to run.
    #[inline]
    pub(super) fn batch_begins(&mut self, queues: &Queues) {
        if self.counts {
            self.before.iter_mut().enumerate().for_each(|(procedure, before)| *before = queues.len(procedure));
        }
    }

    /// A batch of `ran` tasks has run.
    #[inline]
    pub(super) fn batch_ended(
        &mut self,
        queues: &Queues,
        done: &[Tally],
        (procedure, ran): (usize, u64),
        (start, end): (Instant, Instant),
    ) {
        if self.counts {
            self.count(queues, procedure, ran, start, end);
        }
        self.tell(queues, done);
    }

    fn count(&mut self, queues: &Queues, procedure: usize, ran: u64, start: Instant, end: Instant) {
        let (start, end) = (start - self.run.begin, end - self.run.begin);
        for index in 0..queues.count() {
            let taken = if index == procedure { ran } else { 0 };
            let added = (queues.len(index) as u64 + taken).saturating_sub(self.before[index] as u64);
            self.seen.local[index] += added;
            if self.run.trace_records > 0 {
                // A task is taken when its batch begins, and what it spawns waits when the batch ends.
                self.change(index, 0, taken, start);
                self.change(index, added, 0, end);
            }
        }
        if self.run.trace_records > 0 && ran > 0 && self.has_room() {
            let (procedure, worker) = (procedure as u32, self.worker);
            // A batch has at most `BATCH_TASKS` tasks.
            self.seen.events.push(Event { procedure, worker, warp: 0, tasks: ran as u32, start, end });
        }
    }

    /// Work of others has arrived.
    pub(super) fn received(&mut self, work: &HandOver) {
        for (procedure, queue) in work {
            self.seen.global[*procedure] += queue.len() as u64;
        }
    }

    /// The worker had no work from `start` until now.
    pub(super) fn starved(&mut self, start: Instant) {
        if self.run.statistics {
            self.seen.idle += start.elapsed();
        }
    }

    /// Tells whoever watches what was done, and what waits.
    #[inline]
    pub(super) fn tell(&mut self, queues: &Queues, done: &[Tally]) {
        if !self.run.control.is_watched() {
            return;
        }
        for (procedure, (done, told)) in done.iter().zip(&mut self.told).enumerate() {
            let now = (done.tasks, queues.len(procedure) as u64);
            if now != *told {
                self.run.control.add_progress(procedure, now.0 - told.0, now.1.wrapping_sub(told.1));
                *told = now;
            }
        }
    }

    pub(super) fn into_observed(self) -> Observed {
        self.seen
    }

    fn change(&mut self, procedure: usize, added: u64, taken: u64, time: Duration) {
        if (added, taken) != (0, 0) && self.has_room() {
            self.seen.changes.push(Change { procedure: procedure as u32, time, added, taken });
        }
    }

    fn has_room(&mut self) -> bool {
        let room = self.seen.events.len() + self.seen.changes.len() < self.run.trace_records;
        self.seen.dropped += u64::from(!room);
        room
    }
}
