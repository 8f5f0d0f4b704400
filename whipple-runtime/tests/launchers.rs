//! Launchers: several runs, seeds that change, handles that are dropped early, threads, items without size.

mod support;

use std::{
    sync::Arc,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::Duration,
};
use support::*;

procedure! { Count { counts: Buffer<u32> }, Thread, 1, () }
procedure! { Tick { counts: Buffer<u32> }, Thread, 1, () }
procedure! { Outside {}, Thread, 1, () }

spawns! { Count => Tick }

impl Execute for Count {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &by: &u32) {
        self.counts.fetch_add(0, by);
        ctx.spawn::<Tick>(());
    }
}

spawns! { Tick => }

impl Execute for Tick {
    type Item = ();
    fn execute(&self, _: &Context<Self>, (): &()) {
        self.counts.fetch_add(1, 1);
    }
}

spawns! { Outside => }

impl Execute for Outside {
    type Item = u8;
    fn execute(&self, _: &Context<Self>, _: &u8) {}
}

program! { Counting { count: Count, tick: Tick } }

// What only `#[program]` should write: `Outside` is no procedure of the program, and index 0 takes other items.
impl Contains<Outside> for Counting {
    const INDEX: usize = 0;
}

fn counting(device: &Device) -> (Counting, Buffer<u32>) {
    let counts = device.buffer::<u32>(2).unwrap();
    (Counting { count: Count { counts: counts.clone() }, tick: Tick { counts: counts.clone() } }, counts)
}

#[test]
fn seeds_stay_until_they_are_cleared() {
    let (program, counts) = counting(&Device::cpu());
    let mut launcher = Launcher::new(&Device::cpu(), &program).unwrap();
    assert_eq!(launcher.run().unwrap().total_tasks(), 0, "without seeds");
    launcher.seed::<Count>(&[1, 2]).unwrap();
    assert_eq!(launcher.run().unwrap().total_tasks(), 4);
    assert_eq!(launcher.run().unwrap().total_tasks(), 4, "each run starts from the same seeds");
    launcher.seed::<Tick>(&[(); 3]).unwrap().seed::<Count>(&[]).unwrap();
    assert_eq!(launcher.run().unwrap().total_tasks(), 7, "added seeds count");
    assert_eq!(launcher.clear_seeds().run().unwrap().total_tasks(), 0);
    assert_eq!(counts.read().unwrap(), [9, 9]);
}

#[test]
fn buffers_live_as_long_as_the_program() {
    let (program, counts) = counting(&Device::cpu());
    let mut launcher = Launcher::new(&Device::cpu(), &program).unwrap();
    drop(counts);
    assert_eq!(launcher.seed::<Count>(&[1; 1000]).unwrap().run().unwrap().total_tasks(), 2000);
    assert_eq!(launcher.program().count.counts.read().unwrap(), [1000, 1000]);
}

/// In a struct of the application's, which is returned, moved to another thread, and runs again and again.
#[test]
fn a_launcher_may_own_its_program() {
    struct Application {
        launcher: Launcher<'static, Counting>,
    }
    fn application() -> Application {
        let device = Device::cpu();
        let (program, _) = counting(&device);
        let mut launcher = Launcher::owning(&device, program, Options::new().workers(2)).unwrap();
        launcher.seed::<Count>(&[1; 100]).unwrap();
        Application { launcher }
    }
    let mut applications = vec![application(), application()];
    applications.reverse();
    let ended = thread::spawn(move || {
        for _ in 0..3 {
            for application in &mut applications {
                assert_eq!(application.launcher.run().unwrap().total_tasks(), 200);
            }
        }
        let launcher = applications.pop().unwrap().launcher;
        launcher.program().count.counts.read().unwrap()
    });
    assert_eq!(ended.join().unwrap(), [300, 300]);
}

/// Each run has the limit that was set last.
#[test]
fn limits_of_time_change_from_run_to_run() {
    let (program, _) = counting(&Device::cpu());
    let mut launcher =
        Launcher::with_options(&Device::cpu(), &program, Options::new().time_limit(Duration::ZERO)).unwrap();
    launcher.seed::<Count>(&[1; 100_000]).unwrap();
    assert!(matches!(launcher.run(), Err(Error::TimeLimit { .. })));
    assert_eq!(launcher.set_time_limit(None).run().unwrap().total_tasks(), 200_000);
    assert!(matches!(launcher.set_time_limit(Some(Duration::ZERO)).run(), Err(Error::TimeLimit { .. })));
    assert_eq!(launcher.set_time_limit(Some(Duration::from_secs(1000))).run().unwrap().total_tasks(), 200_000);
}

#[test]
fn launchers_of_one_device_run_at_once_and_move_between_threads() {
    let (program, counts) = counting(&Device::cpu());
    thread::scope(|scope| {
        for _ in 0..4 {
            let mut launcher = Launcher::with_options(&Device::cpu(), &program, Options::new().workers(2)).unwrap();
            launcher.seed::<Count>(&[1; 500]).unwrap();
            assert_eq!(launcher.run().unwrap().total_tasks(), 1000);
            scope.spawn(move || assert_eq!(launcher.run().unwrap().total_tasks(), 1000));
        }
    });
    assert_eq!(counts.read().unwrap(), [4000, 4000]);
}

#[test]
fn seeds_of_a_procedure_that_only_claims_its_place_are_refused() {
    let (program, _) = counting(&Device::cpu());
    let mut launcher = Launcher::new(&Device::cpu(), &program).unwrap();
    let error = launcher.seed::<Outside>(&[1]).err().unwrap();
    assert!(error.to_string().starts_with("`Outside` is not procedure 0 of `Counting`"), "{error}");
}

#[test]
fn more_items_without_size_than_can_be_counted_are_an_error() {
    let (program, _) = counting(&Device::cpu());
    let mut launcher = Launcher::with_options(&Device::cpu(), &program, Options::new().workers(1)).unwrap();
    let most = [(); usize::MAX];
    let error = launcher.seed::<Tick>(&most).unwrap().seed::<Tick>(&most).unwrap().run().unwrap_err();
    assert!(matches!(&error, Error::QueueMemory { procedure, .. } if procedure == "Tick"), "{error:?}");
    assert_eq!(launcher.clear_seeds().seed::<Tick>(&[()]).unwrap().run().unwrap().total_tasks(), 1);
}

#[test]
fn preparing_while_the_thread_panics_is_an_error() {
    struct Prepares(Arc<AtomicBool>);
    impl Drop for Prepares {
        fn drop(&mut self) {
            let (program, _) = counting(&Device::cpu());
            let error = Launcher::new(&Device::cpu(), &program).err();
            self.0.store(error.is_some_and(|error| error.to_string().contains("while its thread panics")), Relaxed);
        }
    }
    let refused = Arc::new(AtomicBool::new(false));
    let guard = Prepares(refused.clone());
    let ended = thread::spawn(move || {
        let _guard = guard;
        std::panic::resume_unwind(Box::new(()));
    });
    assert!(ended.join().is_err());
    assert!(refused.load(Relaxed));
}

/// What `unwrap_err` of a launcher's `Result` and `#[derive(Debug)]` of a struct around it ask for.
#[test]
fn launchers_and_handles_print_what_they_are() {
    #[derive(Debug)]
    #[expect(dead_code, reason = "it is printed")]
    struct Frame<'p>(Launcher<'p, Counting>);
    let (program, _) = counting(&Device::cpu());
    let error = Launcher::with_options(&Device::cpu(), &program, Options::new().workers(0)).unwrap_err();
    assert!(matches!(error, Error::Options { option: "workers", .. }), "{error}");
    let mut launcher = Launcher::with_options(&Device::cpu(), &program, Options::new().workers(1)).unwrap();
    launcher.seed::<Tick>(&[(); 3]).unwrap();
    let text = format!("{:?}", Frame(launcher));
    for part in ["program: \"Counting\"", "device: Device(\"the CPU", "workers: Some(1)"] {
        assert!(text.contains(part), "no `{part}` in: {text}");
    }
    let mut launcher = Launcher::new(&Device::cpu(), &program).unwrap();
    thread::scope(|scope| {
        let running = launcher.start(scope);
        let text = format!("{running:?}");
        assert!(text.starts_with("Running { program: \"Counting\", progress: Progress"), "{text}");
        running.wait().unwrap();
    });
}
