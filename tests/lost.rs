//! Devices that are of no use any more: after a fault of a kernel, after the watchdog of a display, and in a process that was forked. Every
//! call gives one error that says so, none hangs, and values are dropped in any order and on any thread. On the emulated device and on a GPU,
//! each test in a process of its own.

#![cfg(unix)]

#[path = "common/devices.rs"]
mod devices;

use std::{
    env,
    process::Command,
    thread,
    time::{Duration, Instant},
};
use whipple::{cuda::emulated, prelude::*};

/// What no GPU allows: a write to where nothing is; on the emulated machine a shuffle from a lane outside of the mask.
#[device(cuda = "#ifdef __CUDACC__
if (number.raw() == 13) *reinterpret_cast<volatile unsigned*>(16) = 1;
#else
if (number.raw() == 13) whipple::sync::shuffle(1u << whipple::sync::thread_in_block() % 32, 1, ~whipple::sync::thread_in_block() % 32);
#endif")]
fn misfortune(number: u32) {
    let _ = number;
}

/// The number of a task that does what no GPU allows.
#[device]
const FAULTS: u32 = 13;
/// The number of a task after which tasks never end, so that a megakernel lasts longer than the watchdog of a display waits.
#[device]
const LASTS: u32 = 14;

/// Counts, but for the number 13.
#[procedure(level = 2)]
struct Count {
    counts: Buffer<u32>,
}

#[execute]
impl Execute for Count {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        misfortune(*number);
        self.counts.fetch_add(0, 1);
        if *number == LASTS {
            ctx.spawn::<Count>(LASTS);
        }
    }
}

#[program]
struct Counting {
    count: Count,
}

/// A device with a launcher and a buffer.
struct Values {
    device: Device,
    buffer: Buffer<u32>,
    launcher: Launcher<'static, Counting>,
}

impl Values {
    fn new(device: Device, options: Options) -> Self {
        let buffer: Buffer<u32> = device.buffer(1 << 20).expect("a buffer");
        // So large that it goes through pinned memory.
        buffer.write(&vec![0; 1 << 20]).expect("it is written");
        let program = Counting { count: Count { counts: buffer.clone() } };
        let launcher = Launcher::owning(&device, program, options).expect("it is prepared");
        Self { device, buffer, launcher }
    }

    /// Runs a task, which may be the misfortune.
    fn run(&mut self, number: u32) -> Result<Report, Error> {
        self.launcher.clear_seeds().seed::<Count>(&[number]).expect("a seed").run()
    }

    /// What every kind of call comes to.
    fn errors(&mut self) -> Vec<String> {
        let mut errors = vec![
            self.run(1).map(drop),
            self.device.buffer::<u32>(1).map(drop),
            self.buffer.read().map(drop),
            self.buffer.read_into(&mut [0; 10]),
            self.buffer.write(&[1]),
            self.buffer.write(&vec![1; 1 << 20]),
            self.buffer.fill(3),
            self.device.buffer_from(&[1_u32; 100]).map(drop),
            Launcher::new(&self.device, self.launcher.program()).map(drop),
        ];
        errors.push(thread::scope(|scope| self.launcher.start(scope).wait()).map(drop));
        errors.into_iter().map(|outcome| outcome.expect_err("the device is of no use").to_string()).collect()
    }

    /// Drops its values in an order, each on a thread of its own where that is asked for.
    fn drop_in(self, order: [usize; 3], on_threads: bool) {
        let Self { device, buffer, launcher } = self;
        let mut values: [Option<Box<dyn Send>>; 3] =
            [Some(Box::new(device)), Some(Box::new(buffer)), Some(Box::new(launcher))];
        for index in order {
            let value = values[index].take();
            if on_threads {
                thread::spawn(move || drop(value)).join().expect("it is dropped");
            }
        }
    }
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Runs the test `name` of this binary again, in a process that may not take longer than a minute.
fn in_child(name: &str, body: impl FnOnce()) {
    if case_of(name).is_some() {
        return body();
    }
    start(name, 0);
}

/// The same for several cases, in a process each.
fn in_children(name: &str, cases: usize, body: impl FnOnce(usize)) {
    match case_of(name) {
        Some(case) => body(case),
        None => (0..cases).for_each(|case| start(name, case)),
    }
}

const MARK: &str = "WHIPPLE_TEST_CHILD";

/// The case of this test that this process was started for.
fn case_of(name: &str) -> Option<usize> {
    env::var(MARK).ok()?.strip_prefix(name)?.parse().ok()
}

fn start(name: &str, case: usize) {
    let mut command = Command::new(env::current_exe().expect("a test knows its binary"));
    let mark = format!("{name}{case}");
    let mut child = command.args([name, "--exact", "--nocapture"]).env(MARK, mark).spawn().expect("it starts");
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return assert!(status.success(), "{name}: {status}");
        }
        if begin.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it can be ended");
            panic!("{name} hangs");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A task of this number ends the context: each call is told so, and nothing of the device hinders what is dropped. Gives what is told.
fn after_a_fault(device: Device, options: Options, number: u32, order: [usize; 3], on_threads: bool) -> String {
    let scheduler = options.scheduler;
    let mut values = Values::new(device, options);
    values.run(1).expect("all is well");
    let first = values.run(number).expect_err("a misfortune");
    assert!(matches!(first, Error::Driver { .. }), "{first}");
    println!("{scheduler}: {first}\n");
    assert!(first.to_string().contains("of no use from then on"), "{first}");
    for error in values.errors() {
        assert_eq!(error, first.to_string(), "each call says the same");
    }
    values.drop_in(order, on_threads);
    first.to_string()
}

#[test]
fn after_a_fault_each_call_is_the_same_error_emulated() {
    in_child("after_a_fault_each_call_is_the_same_error_emulated", || {
        let attended = Options::new().time_limit(Duration::from_secs(100));
        for (order, options) in ORDERS.into_iter().zip([vec![attended], vec![Options::new(); 5]].concat()) {
            for on_threads in [false, true] {
                let Some(device) = devices::emulated() else { return };
                after_a_fault(device, options.clone(), FAULTS, order, on_threads);
            }
        }
        let Some(device) = devices::emulated() else { return };
        let mut values = Values::new(device, Options::new());
        values.run(1).expect("nothing of a fault stays with the process");
    });
}

/// A GPU with a display ends a launch that takes seconds.
#[test]
fn after_the_watchdog_each_call_is_the_same_error_emulated() {
    in_child("after_the_watchdog_each_call_is_the_same_error_emulated", || {
        let mut options = vec![Options::new().time_limit(Duration::from_secs(100)), Options::new()];
        options.push(Options::new().scheduler(Scheduler::MegakernelGlobal));
        for (order, (case, options)) in ORDERS.into_iter().zip(options.into_iter().enumerate().cycle()) {
            if devices::emulated().is_none() {
                return;
            }
            let watched = emulated::Options { watchdog: Some(1_000_000), ..Default::default() };
            let device = emulated::open_with(watched).expect("a device");
            let error = after_a_fault(device, options, LASTS, order, case % 2 == 1);
            assert!(error.contains("the watchdog of a display ended the run"), "{error}");
        }
    });
}

/// What a fault ended on a GPU stays so for the process.
#[test]
fn after_a_fault_each_call_is_the_same_error_on_a_gpu() {
    let each = |scheduler| Options::new().scheduler(scheduler);
    let mut options = vec![Options::new().time_limit(Duration::from_secs(100))];
    options.extend([Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::TimeSliced].map(each));
    options.extend([Scheduler::TimeSlicedGraph, Scheduler::Auto].map(each));
    in_children("after_a_fault_each_call_is_the_same_error_on_a_gpu", options.len(), |case| {
        let Some(device) = devices::gpu() else { return };
        after_a_fault(device, options[case].clone(), FAULTS, ORDERS[case], case % 2 == 1);
        let error = Device::cuda().expect_err("its context is gone for good").to_string();
        assert!(error.contains("start the process again"), "{error}");
    });
}

/// A run that faults while its handle is dropped, by a scope that ends or by a panic.
#[test]
fn a_handle_is_dropped_while_its_run_faults_emulated() {
    in_child("a_handle_is_dropped_while_its_run_faults_emulated", || {
        for panics in [false, true] {
            let Some(device) = devices::emulated() else { return };
            let mut values = Values::new(device, Options::new());
            values.launcher.seed::<Count>(&[FAULTS]).expect("a seed");
            let launcher = &mut values.launcher;
            let scope = std::panic::AssertUnwindSafe(|| {
                thread::scope(|scope| {
                    let _run = launcher.start(scope);
                    assert!(!panics, "told to");
                });
            });
            assert_eq!(std::panic::catch_unwind(scope).is_err(), panics);
            values.drop_in(ORDERS[3], true);
        }
    });
}

/// Forks; the child's outcome is whether `child` returns.
fn fork(child: impl FnOnce()) {
    // SAFETY: the child does what Rust's threads may after a fork of a process with several: it allocates, which glibc allows, and takes no lock
    // that a thread of the parent may hold; then it ends at once.
    match unsafe { libc::fork() } {
        -1 => panic!("no process"),
        0 => {
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(child));
            // SAFETY: ends the process without its destructors, which are the parent's.
            unsafe { libc::_exit(if outcome.is_ok() { 0 } else { 3 }) }
        }
        process => {
            let (begin, mut status) = (Instant::now(), 0);
            // SAFETY: a child of this process, and a place for its status.
            while unsafe { libc::waitpid(process, &raw mut status, libc::WNOHANG) } == 0 {
                if begin.elapsed() > Duration::from_secs(20) {
                    // SAFETY: as above.
                    unsafe { libc::kill(process, libc::SIGKILL) };
                    panic!("the forked process hangs");
                }
                thread::sleep(Duration::from_millis(5));
            }
            assert_eq!(status, 0, "the forked process ends without an error or a signal");
        }
    }
}

fn in_a_forked_process(device: Device, open: impl Fn() -> Result<Device, Error>) {
    let mut values = Some(Values::new(device, Options::new()));
    values.as_mut().expect("it").run(1).expect("all is well");
    for order in ORDERS {
        fork(|| {
            let mut values = values.take().expect("it");
            for error in values.errors() {
                assert!(error.contains("this process was forked from the one that opened the device"), "{error}");
            }
            if values.device.kind() == whipple::device::DeviceKind::Cuda {
                let error = open().expect_err("CUDA has begun in the parent").to_string();
                assert!(error.contains("forked"), "{error}");
            }
            values.drop_in(order, false);
        });
    }
    let mut values = values.expect("the children had copies");
    values.run(1).expect("the parent goes on");
    values.drop_in(ORDERS[0], true);
}

#[test]
fn a_forked_process_is_told_emulated() {
    in_child("a_forked_process_is_told_emulated", || {
        let Some(device) = devices::emulated() else { return };
        in_a_forked_process(device, Device::emulated);
    });
}

#[test]
fn a_forked_process_is_told_on_a_gpu() {
    in_child("a_forked_process_is_told_on_a_gpu", || {
        let Some(device) = devices::gpu() else { return };
        in_a_forked_process(device, Device::cuda);
    });
}
