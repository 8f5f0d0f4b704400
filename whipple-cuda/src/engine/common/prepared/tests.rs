//! The loop of a run, with a scheduler that only pretends to launch.

use super::*;
use crate::{
    emulated,
    engine::{
        common::session::{Sizes, Timing},
        megakernel::layout::tests::procedure,
    },
};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};
use whipple_runtime::{
    backend::{ProgramDescription, Roots, Seeds},
    control::RunControl,
    options::{Options, Policy},
    plan::Plan,
    weights::Weights,
};

/// What happened to the scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Happened {
    /// A run began, with or without remains.
    Begun {
        dirty: bool,
    },
    Launched,
}

use Happened::{Begun, Launched as Launch};

/// Leaves flags in the control words, launch by launch.
struct Pretender {
    left: VecDeque<u32>,
    happened: Arc<Mutex<Vec<Happened>>>,
}

impl Prepared for Pretender {
    fn begin(&mut self, session: &Session, _run: &Run<'_>, dirty: bool) -> Result<Next, Error> {
        self.happened.lock().expect("no panic").push(Begun { dirty });
        session.words.write(0, &[0; CONTROL]).map(|()| Next::Launch)
    }

    unsafe fn launch(&mut self, session: &mut Session, run: &Run<'_>) -> Result<Launched, Error> {
        self.happened.lock().expect("no panic").push(Launch);
        let left = self.left.pop_front().expect("no more launches than the test wants");
        session.words.write(control::FLAGS, &left.to_ne_bytes())?;
        session.words.write(control::TASKS, &7_u64.to_ne_bytes())?;
        session.launch(run, None, |_| Ok(()))
    }

    fn after(&mut self, _session: &Session, _run: &Run<'_>, image: &mut Image) -> Result<Next, Error> {
        match image.word(control::FLAGS) {
            flags::ENDED => Ok(Next::Ended),
            flags::SUSPEND => Ok(Next::Launch),
            _ => Err(left_early()),
        }
    }

    fn report(&mut self, _image: &Image, report: &mut Report) -> Result<(), Error> {
        report.workers = 3;
        Ok(())
    }
}

/// An engine of one procedure, and what happened to it.
struct Theatre {
    engine: ReadyEngine<Pretender>,
    happened: Arc<Mutex<Vec<Happened>>>,
}

impl Theatre {
    /// `None` where there is no emulated device.
    fn new(left: &[u32]) -> Option<Self> {
        let device = emulated::backend(emulated::Options::default()).ok()?;
        let procedures = vec![procedure(2, 1, 4, 1)].leak();
        let plan = Box::leak(Box::new(Plan::new("Tested", procedures)));
        let program = ProgramDescription { name: "Tested", procedures, cuda_source: "", plan };
        let session = Session::new(
            device.gpu(),
            program,
            Policy::FixedPriority,
            Sizes { state: 0, options: &Options::new().join_memory(0), depth_first: false },
            Timing::Launches,
        );
        let happened = Arc::default();
        let prepared = Pretender { left: left.iter().copied().collect(), happened: Arc::clone(&happened) };
        Some(Self { engine: ReadyEngine::new(session.expect("a session"), prepared), happened })
    }

    fn run(&mut self, seeds: usize, control: &RunControl) -> Result<Report, Error> {
        let items = vec![std::mem::MaybeUninit::new(0_u128); seeds].into_boxed_slice();
        let run = Run {
            program: std::ptr::null(),
            parameters: &[],
            scalars: &[],
            storages: &[],
            seeds: if seeds > 0 { &[Seeds { procedure: 0, count: seeds, items }] } else { &[] },
            roots: &Roots::new(0, 0).expect("no outputs"),
            seeds_unchanged: false,
            weights: &Weights::new(&[]),
            control,
        };
        // SAFETY: nobody looks at the program, and any bytes are items.
        unsafe { self.engine.run(run) }
    }

    /// What happened since this was asked last.
    fn happened(&self) -> Vec<Happened> {
        std::mem::take(&mut self.happened.lock().expect("no panic"))
    }
}

fn unhurried() -> RunControl {
    RunControl::new(None, false)
}

#[test]
fn suspended_runs_go_on_to_their_end() {
    let Some(mut theatre) = Theatre::new(&[flags::SUSPEND, flags::SUSPEND, flags::ENDED, flags::ENDED]) else { return };
    let report = theatre.run(1, &unhurried()).expect("it ends");
    assert_eq!((report.procedures[0].tasks, report.workers), (7, 3));
    assert_eq!(theatre.happened(), [Begun { dirty: false }, Launch, Launch, Launch]);
    theatre.run(1, &unhurried()).expect("it ends");
    assert_eq!(theatre.happened(), [Begun { dirty: false }, Launch]);
}

#[test]
fn a_run_that_fails_leaves_remains_to_the_next_alone() {
    for bad in [flags::ABORT, flags::ABORT | flags::SUSPEND, 0] {
        let Some(mut theatre) = Theatre::new(&[bad, flags::ENDED, flags::ENDED]) else { return };
        let error = theatre.run(1, &unhurried()).expect_err("it fails");
        assert_eq!(matches!(error, Error::DevicePanic(_)), bad != 0, "{error}");
        theatre.happened();
        for dirty in [true, false] {
            theatre.run(1, &unhurried()).expect("it ends");
            assert_eq!(theatre.happened(), [Begun { dirty }, Launch]);
        }
    }
}

#[test]
fn a_run_that_is_to_stop_launches_nothing_more() {
    let Some(mut theatre) = Theatre::new(&[flags::ENDED]) else { return };
    let control = unhurried();
    control.cancel();
    let error = theatre.run(1, &control).expect_err("it is cancelled");
    assert!(matches!(error, Error::Cancelled { .. }), "{error}");
    assert_eq!(theatre.happened(), [Begun { dirty: false }]);
    theatre.run(0, &control).expect("without tasks there is nothing to stop");
    assert_eq!(theatre.happened(), [Begun { dirty: true }, Launch]);
}
