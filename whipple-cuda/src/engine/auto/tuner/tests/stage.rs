//! Engines that only pretend to run, and who makes them.

use crate::engine::auto::{candidates::Candidate, tuner::Factory};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use whipple_runtime::{
    backend::{Engine, Run},
    error::{DevicePanic, Error, Waiting},
    options::Scheduler,
    report::{ProcedureReport, Report},
};

pub const GRAPH: Candidate = Candidate::of(Scheduler::TimeSlicedGraph);
pub const SLICED: Candidate = Candidate::of(Scheduler::TimeSliced);
pub const GLOBAL: Candidate = Candidate::of(Scheduler::MegakernelGlobal);
pub const ALL: [Candidate; 4] = [Candidate::of(Scheduler::Megakernel), GRAPH, SLICED, GLOBAL];

/// What a candidate pretends.
#[derive(Clone, Copy)]
pub enum Play {
    /// Microseconds for each task.
    Takes(u64),
    /// Microseconds for the square of the number of tasks.
    Grows(u64),
    CannotBeMade,
    Fails,
    Panics,
    /// Runs until it is told to stop.
    NeverEnds,
}

/// What happened, in order: `+1` for a candidate that was made, `-1` dropped, `1` run with new seeds, `1=` with the same.
pub type Events = Arc<Mutex<Vec<String>>>;

pub struct Stage {
    pub plays: [Play; 4],
    pub tasks: Arc<AtomicU64>,
    pub events: Events,
}

struct Actor {
    index: usize,
    play: Play,
    tasks: Arc<AtomicU64>,
    events: Events,
}

impl Factory for Stage {
    fn make(&self, candidate: &Candidate) -> Result<Box<dyn Engine>, Error> {
        let index = ALL.iter().position(|other| other == candidate).expect("a known candidate");
        let play = self.plays[index];
        if matches!(play, Play::CannotBeMade) {
            return Err(Error::other(format!("candidate {index} does not fit"), None));
        }
        self.events.lock().expect("no panic").push(format!("+{index}"));
        Ok(Box::new(Actor { index, play, tasks: self.tasks.clone(), events: self.events.clone() }))
    }
}

impl Engine for Actor {
    /// Adds one to the first byte of each buffer.
    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error> {
        let again = if run.seeds_unchanged { "=" } else { "" };
        self.events.lock().expect("no panic").push(format!("{}{again}", self.index));
        for storage in run.storages {
            let mut byte = [0];
            storage.read(0, &mut byte)?;
            storage.write(0, &[byte[0] + 1])?;
        }
        let mut report = Report::new("a stage".to_owned(), &[]);
        let tasks = self.tasks.load(Relaxed);
        let mut line = ProcedureReport::default();
        line.tasks = tasks;
        report.procedures.push(line);
        match self.play {
            Play::Takes(microseconds) => report.device_time = Some(Duration::from_micros(microseconds * tasks)),
            Play::Grows(microseconds) => report.device_time = Some(Duration::from_micros(microseconds * tasks * tasks)),
            Play::NeverEnds => loop {
                if let Some(stop) = run.control.stop() {
                    return Err(stop.into_error(report));
                }
                std::thread::sleep(Duration::from_millis(1));
            },
            Play::Fails => return Err(Error::other(format!("candidate {} fails", self.index), None)),
            _ => {
                let (procedure, file, message) = ("Tested".into(), "tests.rs".into(), "told to".into());
                return Err(DevicePanic {
                    procedure,
                    file,
                    line: 1,
                    message,
                    thread: 0,
                    task: None,
                    waiting: Waiting::default(),
                }
                .into());
            }
        }
        Ok(report)
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        self.events.lock().expect("no panic").push(format!("-{}", self.index));
    }
}
