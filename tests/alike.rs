//! What users get wrong is told alike by every device.

#[path = "common/devices.rs"]
mod devices;

use std::time::Duration;
use whipple::{device::DeviceKind, prelude::*};

/// Counts down; from the largest number up, each task spawns two like itself, without end.
#[procedure(level = 2)]
struct Count {
    counts: Buffer<u32>,
}

#[execute]
impl Execute for Count {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, left: &u32) {
        self.counts.fetch_add(0, 1);
        if *left == u32::MAX {
            ctx.spawn::<Count>(*left);
            ctx.spawn::<Count>(*left);
        } else if *left > 0 {
            ctx.spawn::<Count>(*left - 1);
        }
    }
}

#[program]
struct Counting {
    count: Count,
}

fn counting(device: &Device) -> Counting {
    Counting { count: Count { counts: device.buffer(1).expect("a buffer") } }
}

/// The CPU, and what runs the CUDA side here.
fn all() -> Vec<Device> {
    [Some(Device::cpu()), devices::emulated(), devices::gpu()].into_iter().flatten().collect()
}

/// Also those that the device does not read.
#[test]
fn options_that_no_device_takes_are_refused_by_each() {
    let options = [
        (Options::new().workers(0), "the option `workers` cannot be 0: the executor needs at least one"),
        (Options::new().workers(usize::MAX), "1024 is the most; one for each core is the default"),
        (Options::new().replay(1).workers(2), "the option `workers` cannot be 2: a replayed schedule has one worker"),
        (
            Options::new().thread_stack(0),
            "the option `thread_stack` cannot be 0: a thread of a task needs 16 KiB to 1 GiB",
        ),
        (
            Options::new().block_threads(33),
            "the option `block_threads` cannot be 33: a worker block has a multiple of 32",
        ),
        (Options::new().scheduler(Scheduler::TimeSliced).block_threads(33), "a worker block has a multiple of 32"),
    ];
    for device in all() {
        let program = counting(&device);
        for (options, words) in &options {
            let error = Launcher::with_options(&device, &program, options.clone()).unwrap_err();
            assert!(matches!(error, Error::Options { .. }), "{device:?}: {error}");
            assert!(error.to_string().contains(words), "{device:?}: {error}");
        }
    }
}

#[test]
fn buffers_of_another_device_are_told_apart_also_where_descriptions_are_the_same() {
    let [Some(first), Some(second)] = [devices::emulated(), devices::emulated()] else { return };
    let refused = |buffers: &Device, launcher: &Device| {
        let error = Launcher::new(launcher, &counting(buffers)).unwrap_err();
        assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
        error.to_string()
    };
    let expected = format!(
        "a buffer of another device of the same description was passed to a program on {}: make both with the same `Device` value, or clones of it; each `Device::emulated()` is a device of its own",
        first.description()
    );
    assert_eq!(refused(&first, &second), expected);
    let expected = format!(
        "a buffer of {} was passed to a program on {}: make the buffer with the launcher's device",
        first.description(),
        Device::cpu().description()
    );
    assert_eq!(refused(&first, &Device::cpu()), expected);
}

/// What has no task meets no limit.
#[test]
fn a_time_limit_of_zero_stops_runs_that_have_tasks() {
    for device in all() {
        let program = counting(&device);
        for &scheduler in Scheduler::ALL {
            for policy in [Policy::Plan, Policy::Quota] {
                let options = Options::new().scheduler(scheduler).policy(policy).time_limit(Duration::ZERO);
                let mut launcher = match Launcher::with_options(&device, &program, options) {
                    Ok(launcher) => launcher,
                    Err(error @ Error::DeviceRuntimeMissing { .. }) => {
                        println!("skipped: {error}");
                        continue;
                    }
                    Err(error) => panic!("{error}"),
                };
                let report =
                    launcher.run().unwrap_or_else(|error| panic!("{device:?}, {scheduler}, {policy}: {error}"));
                assert_eq!(report.total_tasks(), 0);
                let error = launcher.seed::<Count>(&[10_000_000]).expect("a seed").run().expect_err("there is no time");
                assert!(matches!(error, Error::TimeLimit { .. }), "{device:?}, {scheduler}, {policy}: {error}");
                let report = launcher.clear_seeds().run();
                let report = report.unwrap_or_else(|error| panic!("{device:?}, {scheduler}, {policy}: {error}"));
                assert_eq!(report.total_tasks(), 0);
            }
        }
    }
}

/// Also where tasks that have no room go to the host.
#[test]
fn tasks_without_end_meet_a_limit_that_names_them() {
    const LIMIT: usize = 64 << 10;
    for device in all() {
        let program = counting(&device);
        for &scheduler in Scheduler::ALL.iter().filter(|scheduler| **scheduler != Scheduler::Auto) {
            let options = Options::new().scheduler(scheduler).queue_memory(LIMIT).host_memory(LIMIT);
            let mut launcher = match Launcher::with_options(&device, &program, options) {
                Ok(launcher) => launcher,
                Err(error @ Error::DeviceRuntimeMissing { .. }) => {
                    println!("skipped: {error}");
                    continue;
                }
                // A large GPU has more blocks than there is room for.
                Err(error @ Error::Options { option: "queue_memory", .. }) => {
                    println!("{device:?}, {scheduler}: {error}");
                    continue;
                }
                Err(error) => panic!("{device:?}, {scheduler}: {error}"),
            };
            let error = launcher.seed::<Count>(&[u32::MAX]).expect("a seed").run().expect_err("it has no end");
            let Error::QueueMemory { procedure, limit_bytes, .. } = &error else {
                panic!("{device:?}, {scheduler}: {error}")
            };
            let swaps = device.kind() != DeviceKind::Cpu && scheduler == Scheduler::Megakernel;
            let limit = if swaps { 2 * LIMIT } else { LIMIT };
            assert_eq!((procedure.as_str(), *limit_bytes), ("Count", limit as u64), "{device:?}, {scheduler}");
            for words in ["the queue of `Count` holds ", "`Options::queue_memory`", "`Options::host_memory`"] {
                assert!(error.to_string().contains(words), "{device:?}, {scheduler}: {error}");
            }
            let report = launcher.clear_seeds().seed::<Count>(&[10]).expect("a seed").run().expect("it ends");
            assert_eq!(report.total_tasks(), 11, "{device:?}, {scheduler}");
        }
    }
}

/// Its items have no size, so that very many need no memory.
#[procedure(level = 2)]
struct Idle {}

#[execute]
impl Execute for Idle {
    type Item = ();
    fn execute(&self, _: &Context<Self>, _: &()) {}
}

#[program]
struct Idling {
    idle: Idle,
}

/// Before any of them is copied.
#[test]
fn more_initial_tasks_than_a_device_takes_are_an_error_that_names_the_procedure() {
    for device in all().into_iter().skip(1) {
        let idling = Idling { idle: Idle {} };
        for scheduler in [Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::TimeSliced] {
            let options = Options::new().scheduler(scheduler);
            let mut launcher = Launcher::with_options(&device, &idling, options).expect("it is prepared");
            let error = launcher.seed::<Idle>(&[(); (1 << 30) + 1]).expect_err("too many").to_string();
            let expected = "`Idle` has 1073741825 initial tasks, and a device takes at most 2^30 of one procedure: spawn the others from tasks";
            assert_eq!(error, expected, "{device}, {scheduler}");
            let error =
                launcher.seed::<Idle>(&[(); 10]).expect("seeds").seed::<Idle>(&[(); 1 << 30]).expect_err("together");
            assert!(error.to_string().contains("has 1073741834 initial tasks"), "{device}, {scheduler}: {error}");
            assert_eq!(
                launcher.run().expect("it ends").total_tasks(),
                10,
                "{device}, {scheduler}: what was refused is not there"
            );
        }
    }
}

/// Sizes that nobody has room for are an error, and no panic, before anything is done.
#[test]
fn sizes_beyond_all_memory_are_errors() {
    for device in all() {
        for length in [1 << 32, usize::MAX / 16, usize::MAX] {
            let error = device.buffer::<[u32; 4]>(length).expect_err("too many elements");
            assert!(matches!(error, Error::TooLong { .. } | Error::OutOfMemory { .. }), "{device}: {error}");
        }
        let error = device.buffer::<[u8; 1 << 30]>(u32::MAX as usize).expect_err("too many bytes");
        assert!(matches!(error, Error::OutOfMemory { .. }), "{device}: {error}");
        for scheduler in [Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::TimeSliced] {
            for bytes in [0, 1000, 4 << 20, usize::MAX] {
                let program = counting(&device);
                let options = Options::new().scheduler(scheduler);
                for options in [options.clone().queue_memory(bytes), options.host_memory(bytes)] {
                    let counted = Launcher::with_options(&device, &program, options)
                        .and_then(|mut launcher| launcher.seed::<Count>(&[5])?.run());
                    match counted {
                        Ok(report) => assert_eq!(report.total_tasks(), 6, "{device}, {scheduler}, {bytes} bytes"),
                        Err(Error::Options { option: "queue_memory", .. } | Error::QueueMemory { .. }) => {
                            assert!(bytes < 4 << 20, "{device}, {scheduler}, {bytes} bytes are enough");
                        }
                        Err(error) => panic!("{device}, {scheduler}, {bytes} bytes: {error}"),
                    }
                }
            }
        }
    }
}

/// What may cross threads and unwinding; `Display` of a device.
#[test]
fn handles_may_be_shared() {
    fn shared<T: Send + Sync>(_: &T) {}
    fn unwinds<T: std::panic::UnwindSafe + std::panic::RefUnwindSafe>(_: &T) {}
    let device = Device::cpu();
    let program = counting(&device);
    let launcher = Launcher::new(&device, &program).expect("it is prepared");
    shared(&(&device, &program.count.counts, &launcher));
    unwinds(&(&device, &program.count.counts, &launcher));
    assert_eq!((device.to_string(), format!("{device:>100}").len()), (device.description(), 100));
}
