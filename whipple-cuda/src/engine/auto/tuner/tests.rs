//! Tuning over engines that only pretend to run.

mod stage;

use super::*;
use crate::cache::{Cache, Key};
use stage::{ALL, Events, Play, SLICED, Stage};
use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};
use tempfile::TempDir;
use whipple_runtime::{
    backend::{Roots, Seeds, Snapshot, Storage},
    control::RunControl,
    device::Device,
    options::Scheduler,
    weights::Weights,
};

/// A folder that is removed when dropped.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    fn files(&self) -> Vec<PathBuf> {
        fs::read_dir(self.0.path()).expect("the folder is there").map(|file| file.expect("it").path()).collect()
    }
}

/// An engine under test, its buffer, and what happened.
struct Theatre {
    engine: AutoEngine<Stage>,
    storage: Arc<dyn Storage>,
    /// What a run has to do.
    tasks: Arc<AtomicU64>,
    scalars: Vec<u8>,
    events: Events,
}

const START: u8 = 40;
const GENEROUS: Limits = Limits { running: Duration::from_secs(60), preparing: Duration::from_secs(60), runs: 3 };

impl Theatre {
    fn new(plays: [Play; 4], cache: Cache, limits: Limits) -> Result<Self, Error> {
        let events = Events::default();
        let tasks = Arc::new(AtomicU64::new(1));
        let stage = Stage { plays, tasks: tasks.clone(), events: events.clone() };
        let records = Records { cache, key: Key::default() };
        let engine = AutoEngine::new(stage, ALL.to_vec(), 1, records, limits)?;
        Ok(Self { engine, storage: Device::cpu().backend().allocate(16)?, tasks, scalars: Vec::new(), events })
    }

    fn uncached(plays: [Play; 4]) -> Self {
        Self::new(plays, Cache::disabled("the test wants none"), GENEROUS).expect("it is prepared")
    }

    fn cached(plays: [Play; 4], folder: &Folder) -> Self {
        Self::new(plays, Cache::in_folder(folder.0.path()), GENEROUS).expect("it is prepared")
    }

    fn run_with(&mut self, storage: &Arc<dyn Storage>, seeds: usize, seeds_unchanged: bool) -> Result<Report, Error> {
        self.storage.write(0, &[START])?;
        let run = Run {
            program: std::ptr::null(),
            parameters: &[],
            scalars: &self.scalars.clone(),
            storages: std::slice::from_ref(storage),
            seeds: &[Seeds { procedure: 0, count: seeds, items: Box::new([]) }],
            roots: &Roots::new(0, 0).expect("no outputs"),
            seeds_unchanged,
            weights: &Weights::new(&[]),
            control: &RunControl::new(None, false),
        };
        // SAFETY: the actors look at neither the program nor the items.
        unsafe { self.engine.run(run) }
    }

    /// Runs; the buffers must be as after one run.
    fn run(&mut self, seeds: usize) -> Result<Report, Error> {
        let result = self.run_with(&self.storage.clone(), seeds, false);
        let mut byte = [0];
        self.storage.read(0, &mut byte)?;
        assert_eq!(byte, [START + 1], "the buffer after one run");
        result
    }

    /// Does other work until it is measured, by the first and the third candidate alone.
    fn measures_without_the_far_slower(&mut self, tasks: u64) {
        self.tasks.store(tasks, Relaxed);
        self.choose(10);
        self.happened();
        let met = (0..200).any(|_| {
            let trials = self.choose(10).trials;
            let far_slower = |trial: &usize| trials[*trial].outcome == Outcome::FarSlower;
            !trials.is_empty() && [1, 3].iter().all(far_slower)
        });
        let happened = self.happened();
        assert!(met && happened.contains("0 0= 0= 0=") && !happened.contains(['1', '3']), "{happened}");
    }

    fn choose(&mut self, seeds: usize) -> Choice {
        self.run(seeds).expect("it runs").choice.expect("a choice")
    }

    fn happened(&self) -> String {
        std::mem::take(&mut *self.events.lock().expect("no panic")).join(" ")
    }
}

fn takes(microseconds: [u64; 4]) -> [Play; 4] {
    microseconds.map(Play::Takes)
}

fn reason(trial: &Trial) -> &str {
    match &trial.outcome {
        Outcome::LeftOut(reason) => reason,
        outcome => panic!("{}: {outcome}", trial.name),
    }
}

#[test]
fn the_fastest_is_taken_and_the_others_are_dropped() {
    let mut theatre = Theatre::uncached(takes([100, 60, 150, 110]));
    let choice = theatre.choose(10);
    assert_eq!((choice.scheduler, choice.name.as_str()), (Scheduler::TimeSlicedGraph, "time-sliced-graph"));
    let not_kept = Some("the test wants none".to_owned());
    assert_eq!(choice.origin, Origin::Measured { not_kept });
    let outcome = |median: u64, runs| Outcome::Measured { median: Duration::from_micros(median), runs };
    let outcomes: Vec<Outcome> = choice.trials.into_iter().map(|trial| trial.outcome).collect();
    // More than twice as slow as the best: one measured run is enough.
    assert_eq!(outcomes, [outcome(100, 3), outcome(60, 3), outcome(150, 1), outcome(110, 3)]);
    let expected = "+0 0 0= 0= 0= +1 1 1= 1= 1= -0 +2 2 2= -2 +3 3 3= 3= 3= -3 1";
    assert_eq!(theatre.happened(), expected);

    theatre.choose(10);
    assert_eq!(theatre.happened(), "1", "what was chosen stays");
    theatre.run_with(&theatre.storage.clone(), 10, true).expect("it runs");
    assert_eq!(theatre.happened(), "1=");
}

#[test]
fn candidates_that_fail_are_left_out() {
    let mut theatre = Theatre::uncached([Play::Fails, Play::CannotBeMade, Play::Takes(100), Play::Takes(90)]);
    let choice = theatre.choose(10);
    assert_eq!(choice.name, "megakernel-global");
    assert_eq!([0, 1].map(|trial| reason(&choice.trials[trial])), ["candidate 0 fails", "candidate 1 does not fit"]);
}

#[test]
fn what_cannot_be_made_at_first_is_replaced() {
    let mut theatre = Theatre::uncached([Play::CannotBeMade, Play::Takes(100), Play::Takes(300), Play::CannotBeMade]);
    let choice = theatre.choose(10);
    assert_eq!((choice.name.as_str(), choice.trials.len()), ("time-sliced-graph", 4));
    let nothing = Theatre::new([Play::CannotBeMade; 4], Cache::disabled("off"), GENEROUS);
    let error = nothing.err().expect("nothing can be made").to_string();
    assert_eq!(error, "candidate 0 does not fit");
}

#[test]
fn where_every_candidate_fails_the_plan_runs_and_its_error_comes_back() {
    let mut theatre = Theatre::uncached([Play::Fails; 4]);
    let error = theatre.run(10).expect_err("it fails").to_string();
    assert_eq!(error, "candidate 0 fails");
}

#[test]
fn a_panic_of_the_program_ends_the_tuning() {
    let mut theatre = Theatre::uncached([Play::Panics; 4]);
    let error = theatre.run(10).expect_err("it panics");
    assert!(matches!(error, Error::DevicePanic(_)), "{error}");
    assert_eq!(theatre.happened(), "+0 0");
}

#[test]
fn when_time_is_up_the_best_so_far_is_taken() {
    let folder = Folder::new();
    let limits = Limits { running: Duration::ZERO, ..GENEROUS };
    let plays = takes([100, 50, 50, 50]);
    let mut theatre = Theatre::new(plays, Cache::in_folder(folder.0.path()), limits).expect("it is prepared");
    let choice = theatre.choose(10);
    assert_eq!(theatre.happened(), "+0 0 0", "the run that warmed up counts, and then the real one");
    let outcome = Outcome::Measured { median: Duration::from_micros(100), runs: 1 };
    assert_eq!((choice.name.as_str(), &choice.trials[0].outcome), ("megakernel", &outcome));
    assert!(choice.trials[1..].iter().all(|trial| reason(trial).contains("time for measuring was up")));
}

#[test]
fn preparing_has_a_limit_of_its_own() {
    let limits = Limits { preparing: Duration::from_nanos(1), ..GENEROUS };
    let mut theatre = Theatre::new(takes([100, 50, 50, 50]), Cache::disabled("off"), limits).expect("it is prepared");
    theatre.choose(10);
    // The first is there already; looking it up may take the whole limit.
    assert!(!theatre.happened().contains("+2"));
}

#[test]
fn a_candidate_that_takes_far_too_long_is_stopped() {
    let mut theatre = Theatre::uncached([Play::Takes(100), Play::NeverEnds, Play::Takes(50), Play::Fails]);
    let choice = theatre.choose(10);
    assert_eq!(choice.name, SLICED.to_string());
    assert!(reason(&choice.trials[1]).contains("a run took more than"), "{choice}");
    assert!(theatre.happened().starts_with("+0 0 0= 0= 0= +1 1 -1 +2 2"));
}

#[test]
fn what_was_far_slower_is_not_tried_for_other_work() {
    let mut theatre = Theatre::uncached(takes([100, 400, 90, 300]));
    theatre.choose(10);
    for tasks in [100, 10_000] {
        theatre.measures_without_the_far_slower(tasks);
    }
}

#[test]
fn a_later_launcher_knows_from_the_record_what_was_far_slower() {
    let folder = Folder::new();
    let plays = takes([100, 400, 90, 300]);
    let mut theatre = Theatre::cached(plays, &folder);
    theatre.choose(10);
    theatre.measures_without_the_far_slower(100);
    let mut later = Theatre::cached(plays, &folder);
    later.tasks.store(100, Relaxed);
    assert!(matches!(later.choose(10).origin, Origin::Recorded(_)));
    later.measures_without_the_far_slower(10_000);
}

#[test]
fn each_class_has_its_own_choice() {
    let mut theatre = Theatre::uncached(takes([100, 60, 200, 200]));
    theatre.choose(10);
    theatre.happened();
    theatre.choose(15);
    assert_eq!(theatre.happened(), "1");
    theatre.choose(16);
    let tuned = theatre.happened();
    assert!(tuned.starts_with("+0 0 0= 0= 0= 1 1= 1= 1= -0"), "{tuned}");
    let choice = theatre.choose(0);
    assert_eq!(choice.origin, Origin::Planned("the run has no initial tasks".to_owned()));
}

#[test]
fn a_later_launcher_takes_what_was_recorded() {
    let folder = Folder::new();
    let plays = takes([100, 60, 200, 200]);
    let first = Theatre::cached(plays, &folder).choose(10);
    assert_eq!(first.origin, Origin::Measured { not_kept: None });
    let mut theatre = Theatre::cached(plays, &folder);
    let choice = theatre.choose(12);
    assert_eq!(theatre.happened(), "+0 +1 -0 1", "nothing is measured");
    let Origin::Recorded(file) = &choice.origin else { panic!("{choice}") };
    assert_eq!((vec![file.clone()], &choice.trials), (folder.files(), &first.trials));
}

#[test]
fn a_damaged_record_is_ignored_and_replaced() {
    let folder = Folder::new();
    let plays = takes([100, 60, 200, 200]);
    Theatre::cached(plays, &folder).choose(10);
    let [file] = folder.files().try_into().expect("one entry");
    let whole = fs::read(&file).expect("it");
    let mut damaged = whole.clone();
    damaged[20] ^= 1;
    for contents in [&damaged[..], &whole[..whole.len() - 1], b"", b"whipple choice 3\nmegakernel\n"] {
        fs::write(&file, contents).expect("it");
        let choice = Theatre::cached(plays, &folder).choose(10);
        assert_eq!(choice.origin, Origin::Measured { not_kept: None });
        assert!(matches!(Theatre::cached(plays, &folder).choose(10).origin, Origin::Recorded(_)));
    }
}

#[test]
fn a_record_of_what_cannot_be_made_today_is_ignored() {
    let folder = Folder::new();
    Theatre::cached(takes([100, 60, 200, 200]), &folder).choose(10);
    let today = [Play::Takes(100), Play::CannotBeMade, Play::Takes(200), Play::Takes(200)];
    let choice = Theatre::cached(today, &folder).choose(10);
    assert_eq!((choice.name.as_str(), choice.origin), ("megakernel", Origin::Measured { not_kept: None }));
}

/// A buffer that the device has no room to copy.
struct Large(Arc<dyn Storage>);

impl Storage for Large {
    fn host_address(&self) -> *mut u8 {
        self.0.host_address()
    }

    fn device_address(&self) -> u64 {
        self.0.device_address()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn write(&self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.0.write(offset, bytes)
    }

    fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.read(offset, bytes)
    }

    fn fill(&self, pattern: &[u8]) -> Result<(), Error> {
        self.0.fill(pattern)
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, Error> {
        Err(Error::OutOfMemory { device: "a stage".to_owned(), bytes: 16, purpose: "a copy of a buffer" })
    }
}

#[test]
fn without_room_for_copies_the_plan_runs_and_nothing_is_recorded() {
    let folder = Folder::new();
    let mut theatre = Theatre::cached(takes([100, 60, 200, 200]), &folder);
    let large: Arc<dyn Storage> = Arc::new(Large(theatre.storage.clone()));
    let choice = theatre.run_with(&large, 10, false).expect("it runs").choice.expect("a choice");
    assert_eq!(theatre.happened(), "+0 0");
    assert_eq!(choice.name, "megakernel");
    assert!(matches!(&choice.origin, Origin::Planned(reason) if reason.contains("a copy of a buffer")), "{choice}");
    assert!(folder.files().is_empty());
}

/// The second candidate is good for few tasks and bad for many.
const CROSSING: [Play; 4] = [Play::Takes(100), Play::Grows(10), Play::CannotBeMade, Play::CannotBeMade];

#[test]
fn work_of_a_class_that_is_found_to_be_other_is_measured_at_its_second_run() {
    let folder = Folder::new();
    let mut theatre = Theatre::cached(CROSSING, &folder);
    assert_eq!(theatre.choose(1).name, "time-sliced-graph");
    theatre.tasks.store(100, Relaxed);
    assert_eq!(theatre.choose(1).name, "time-sliced-graph", "it is not known yet");
    theatre.happened();
    let choice = theatre.choose(1);
    assert_eq!((choice.name.as_str(), &choice.origin), ("megakernel", &Origin::Measured { not_kept: None }));
    assert!(theatre.happened().len() > 20, "the record of the other work does not count");
    assert_eq!(theatre.choose(1).name, "megakernel");
    assert_eq!(theatre.happened(), "0");
    let mut later = Theatre::cached(CROSSING, &folder);
    later.tasks.store(100, Relaxed);
    assert_eq!(later.choose(1).name, "megakernel", "the record was replaced");
}

#[test]
fn works_with_other_scalars_keep_their_choices() {
    let folder = Folder::new();
    let mut theatre = Theatre::cached(CROSSING, &folder);
    let mut names = Vec::new();
    for _ in 0..3 {
        for (scalars, tasks) in [(12, 1), (16, 100)] {
            theatre.scalars = vec![scalars];
            theatre.tasks.store(tasks, Relaxed);
            names.push(theatre.choose(1).scheduler);
        }
    }
    use Scheduler::{Megakernel, TimeSlicedGraph};
    assert_eq!(names, [TimeSlicedGraph, TimeSlicedGraph, TimeSlicedGraph, Megakernel, TimeSlicedGraph, Megakernel]);
    assert_eq!(folder.files().len(), 2);
}

#[test]
fn what_is_hardly_faster_than_the_plans_is_not_taken() {
    assert_eq!(Theatre::uncached(takes([100, 98, 200, 200])).choose(10).name, "megakernel");
    assert_eq!(Theatre::uncached(takes([100, 96, 200, 200])).choose(10).name, "time-sliced-graph");
}
