//! What tasks print, by all levels and schedulers: whole lines, in order for each thread, as plain Rust writes them.

#![allow(missing_docs, reason = "programs of a test")]

#[path = "common/devices.rs"]
mod devices;

use std::{
    env,
    process::Command,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use whipple::{
    cuda::{Settings, compile_for},
    prelude::*,
    print::StandardStream,
    program::Program,
};

#[device]
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub x: f32,
    pub n: i32,
}

#[device]
fn next(state: &mut u32) -> u32 {
    *state = state.wrapping_mul(5).wrapping_add(1);
    println!("next {state:#06x}");
    *state
}

/// One thread. Spawns a task of each of the others.
#[procedure(level = 2)]
pub struct Single;

#[execute]
impl Execute for Single {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        println!("single {item} begins");
        let mut state = *item;
        println!("single {item} sum {}", next(&mut state).wrapping_add(next(&mut state)));
        let point = Point { x: *item as f32 * 0.1, n: -(*item as i32) };
        println!("single {item} {point:?} {:>8.3}|{:?}|{:<5}|", point.x, Some(point.n), item.is_multiple_of(2));
        eprintln!("single {item} to the error stream");
        ctx.spawn::<Lanes>(*item);
        ctx.spawn::<Crowd>(*item);
        println!("single {item} ends");
    }
}

/// Threads of a warp, which vote between their lines.
#[procedure(level = 0, threads = 16)]
pub struct Lanes;

#[execute]
impl Execute for Lanes {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let lane = ctx.thread();
        for step in 0..3 {
            let odd = ctx.ballot((lane + step) % 2 == 1);
            if lane % 4 == step {
                println!("lanes {item} thread {lane} step {step} {odd:016b}");
            }
        }
    }
}

/// Threads of a block, which wait for each other between two lines.
#[procedure(level = 1, threads = 64)]
pub struct Crowd;

#[execute]
impl Execute for Crowd {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        println!("crowd {item} thread {} waits", ctx.thread());
        ctx.barrier();
        println!("crowd {item} thread {} goes on", ctx.thread());
    }
}

#[program]
pub struct Levels {
    pub single: Single,
    pub lanes: Lanes,
    pub crowd: Crowd,
}

const TASKS: u32 = 20;

type Printed = Vec<(StandardStream, String)>;

/// Runs a program, and gives what it has printed with its report.
fn run<P, Q: Execute<Item = u32>>(
    device: &Device,
    program: &P,
    options: Options,
    items: &[u32],
) -> (Printed, Result<Report, Error>)
where
    P: Program + whipple::program::Contains<Q>,
{
    let printed = Arc::new(Mutex::new(Printed::new()));
    let into = printed.clone();
    let mut launcher = Launcher::with_options(device, program, options).expect("the program is prepared");
    launcher.print_to(move |stream, text| into.lock().expect("no thread panics").push((stream, text.to_owned())));
    let report = launcher.seed::<Q>(items).expect("there is room").run();
    drop(launcher);
    (std::mem::take(&mut *printed.lock().expect("no thread panics")), report)
}

/// What a thread prints, as plain Rust writes it: the lines of each thread, in their order.
fn expected() -> Vec<Vec<(StandardStream, String)>> {
    let out = |text: String| (StandardStream::Output, text + "\n");
    let mut threads = Vec::new();
    for item in 0..TASKS {
        let first = item.wrapping_mul(5).wrapping_add(1);
        let second = first.wrapping_mul(5).wrapping_add(1);
        let point = Point { x: item as f32 * 0.1, n: -(item as i32) };
        threads.push(vec![
            out(format!("single {item} begins")),
            out(format!("next {first:#06x}")),
            out(format!("next {second:#06x}")),
            out(format!("single {item} sum {}", first + second)),
            out(format!("single {item} {point:?} {:>8.3}|{:?}|{:<5}|", point.x, Some(point.n), item % 2 == 0)),
            (StandardStream::Error, format!("single {item} to the error stream\n")),
            out(format!("single {item} ends")),
        ]);
        for lane in 0..16 {
            let odd =
                |step: u32| (0..16_u32).filter(|lane| (lane + step) % 2 == 1).fold(0_u32, |all, lane| all | 1 << lane);
            let line = |step: u32| out(format!("lanes {item} thread {lane} step {step} {:016b}", odd(step)));
            threads.push((0..3).filter(|step| lane % 4 == *step).map(line).collect());
        }
        for thread in 0..64 {
            let line = |what: &str| out(format!("crowd {item} thread {thread} {what}"));
            threads.push(vec![line("waits"), line("goes on")]);
        }
    }
    threads
}

/// Checks all lines of a run of `Levels`.
#[track_caller]
fn check(printed: Printed, place: &str) {
    let expected = expected();
    assert_eq!(printed.len(), expected.iter().map(Vec::len).sum::<usize>(), "lines under {place}");
    let at = |line: &(StandardStream, String)| {
        let found = printed.iter().position(|other| other == line);
        found.unwrap_or_else(|| panic!("{line:?} is missing under {place}: {printed:#?}"))
    };
    for lines in &expected {
        // Two tasks may have the same state.
        let own = lines.iter().filter(|(_, text)| !text.starts_with("next"));
        let places: Vec<usize> = own.map(at).collect();
        assert!(places.is_sorted(), "{lines:?} are out of order under {place}");
    }
    for item in 0..TASKS {
        let places = |text: String| {
            let found = printed.iter().enumerate().filter(move |(_, (_, line))| line.starts_with(&text));
            found.map(|(place, (_, line))| (place, line.clone()))
        };
        let (waits, goes): (Vec<_>, Vec<_>) =
            places(format!("crowd {item} ")).partition(|(_, line)| line.ends_with("waits\n"));
        assert!(waits.last() < goes.first(), "a barrier orders the lines of a block under {place}");
        let parent = places(format!("single {item} begins")).next();
        assert!(parent < waits.first().cloned(), "the line before a spawn comes before the child's under {place}");
    }
}

fn levels() -> Levels {
    Levels { single: Single, lanes: Lanes, crowd: Crowd }
}

fn prints_as_plain_rust(device: &Device, options: Options, place: &str) {
    let items: Vec<u32> = (0..TASKS).collect();
    let (printed, report) = run::<_, Single>(device, &levels(), options, &items);
    let report = report.unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!((report.dropped_lines, report.total_tasks()), (0, 3 * u64::from(TASKS)));
    check(printed, place);
}

#[test]
fn the_cpu_prints_as_plain_rust() {
    for workers in [1, 3] {
        prints_as_plain_rust(&Device::cpu(), Options::new().workers(workers), &format!("{workers} workers"));
    }
}

#[test]
fn emulation_prints_as_plain_rust() {
    let Some(device) = devices::emulated() else { return };
    for scheduler in devices::schedulers().chain([Scheduler::Auto]) {
        prints_as_plain_rust(&device, Options::new().scheduler(scheduler), &format!("{scheduler}, emulated"));
    }
}

#[test]
fn a_gpu_prints_as_plain_rust() {
    let Some(device) = devices::gpu() else { return };
    for scheduler in devices::schedulers().chain([Scheduler::Auto]) {
        prints_as_plain_rust(&device, Options::new().scheduler(scheduler), &format!("{scheduler}, on a GPU"));
    }
}

/// The devices that there are.
fn all_devices() -> impl Iterator<Item = Device> {
    [Some(Device::cpu()), devices::emulated(), devices::gpu()].into_iter().flatten()
}

#[test]
fn printing_can_be_turned_off() {
    for device in all_devices() {
        let (printed, report) = run::<_, Single>(&device, &levels(), Options::new().printing(false), &[1, 2]);
        let report = report.expect("the program runs");
        assert_eq!((printed, report.dropped_lines, report.total_tasks()), (Vec::new(), 0, 6));
    }
}

/// Without printing the machine code has nothing of it.
#[test]
fn it_compiles_to_a_cubin() {
    if !devices::has_nvrtc() {
        return;
    }
    for printing in [true, false] {
        let settings = Settings::from(&Options::new().printing(printing));
        let compiled = compile_for(Levels::CUDA_SOURCE, Levels::NAME, "sm_90", &settings).expect("it compiles");
        assert_eq!(compiled.warnings, "");
        let code = String::from_utf8_lossy(&compiled.code);
        assert_eq!(code.contains("take_print_place"), printing, "printing: {printing}");
    }
}

/// Counts down, and fails at the end.
#[procedure(level = 2)]
pub struct Fail;

#[execute]
impl Execute for Fail {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, item: &u32) {
        let mut left = *item;
        while left > 0 {
            println!("{left} left");
            left -= 1;
        }
        print!("100 / {left} is ");
        println!("{}", 100 / left);
    }
}

#[program]
pub struct Failing {
    pub fail: Fail,
}

#[test]
fn lines_before_a_panic_are_printed() {
    for device in all_devices() {
        let (printed, report) = run::<_, Fail>(&device, &Failing { fail: Fail }, Options::new(), &[3]);
        let printed: String = printed.into_iter().map(|(_, text)| text).collect();
        assert_eq!(printed, "3 left\n2 left\n1 left\n100 / 0 is ");
        let Err(Error::DevicePanic(panic)) = report else { panic!("{report:?}") };
        assert_eq!(panic.message, "attempt to divide by zero");
    }
}

/// Prints so many lines.
#[procedure(level = 2)]
pub struct Many;

#[execute]
impl Execute for Many {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, item: &u32) {
        for line in 0..*item {
            println!("line {line}");
        }
    }
}

#[program]
pub struct Talking {
    pub many: Many,
}

/// The ring has room for 2^16 lines, and the host takes none while it waits at the first one.
#[test]
fn lines_without_room_are_counted() {
    const LINES: u32 = 100_000;
    for device in [devices::emulated(), devices::gpu()].into_iter().flatten() {
        let program = Talking { many: Many };
        let mut launcher = Launcher::new(&device, &program).expect("the program is prepared");
        let numbers = Arc::new(Mutex::new(Vec::new()));
        let into = numbers.clone();
        launcher.print_to(move |_, text| {
            let number = text.strip_prefix("line ").and_then(|text| text.trim_end().parse::<u32>().ok());
            let mut numbers = into.lock().expect("no thread panics");
            if numbers.is_empty() {
                thread::sleep(Duration::from_secs(2));
            }
            numbers.push(number.expect("a whole line"));
        });
        for _ in 0..2 {
            numbers.lock().expect("no thread panics").clear();
            let report = launcher.clear_seeds().seed::<Many>(&[LINES]).expect("there is room").run();
            let report = report.expect("the program runs");
            let numbers = numbers.lock().expect("no thread panics");
            assert_eq!(numbers.len() as u64 + report.dropped_lines, u64::from(LINES));
            assert!(report.dropped_lines > 0 && numbers.len() >= 1 << 16, "{} were dropped", report.dropped_lines);
            assert!(numbers.is_sorted() && numbers[0] == 0);
            assert!(report.to_string().contains(" lines that had no room to be printed"), "{report}");
        }
        // All have room again.
        let report = launcher.clear_seeds().seed::<Many>(&[10]).expect("there is room").run();
        assert_eq!(report.expect("the program runs").dropped_lines, 0);
    }
}

/// Nanoseconds of the device's clock.
#[device(cuda = "return whipple::sync::nanoseconds();")]
fn nanoseconds() -> u64 {
    0
}

/// Takes a while between two lines.
#[procedure(level = 2)]
pub struct Slow;

#[execute]
impl Execute for Slow {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {
        println!("begin");
        let begin = nanoseconds();
        while nanoseconds() - begin < 500_000_000 {}
        println!("end");
    }
}

#[program]
pub struct Slowly {
    pub slow: Slow,
}

#[test]
fn lines_are_printed_while_the_run_goes_on() {
    for device in [devices::emulated(), devices::gpu()].into_iter().flatten() {
        let program = Slowly { slow: Slow };
        let mut launcher = Launcher::new(&device, &program).expect("the program is prepared");
        let times = Arc::new(Mutex::new(Vec::new()));
        let into = times.clone();
        launcher
            .print_to(move |_, text| into.lock().expect("no thread panics").push((text.to_owned(), Instant::now())));
        launcher.seed::<Slow>(&[0]).expect("there is room").run().expect("the program runs");
        let times = times.lock().expect("no thread panics");
        let [(begin, first), (end, last)] = &times[..] else { panic!("two lines: {times:?}") };
        assert_eq!([begin.as_str(), end.as_str()], ["begin\n", "end\n"]);
        assert!(*last - *first > Duration::from_millis(50), "{:?} between the lines", *last - *first);
    }
}

/// What panics takes is passed on when the kernels have ended, and the launcher runs again.
#[test]
fn a_function_that_panics_ends_the_run() {
    for device in [devices::emulated(), devices::gpu()].into_iter().flatten() {
        let program = Talking { many: Many };
        let mut launcher = Launcher::new(&device, &program).expect("the program is prepared");
        launcher.print_to(|_, text| assert!(text != "line 3\n", "not this one"));
        launcher.seed::<Many>(&[10]).expect("there is room");
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| launcher.run().map(drop)));
        let payload = panicked.expect_err("the function panics");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"not this one"));
        launcher.print_to(|_, _| {});
        launcher.run().expect("the program runs");
    }
}

/// Without a function, lines go to the standard streams: the test starts itself for that.
#[test]
fn lines_go_to_the_standard_streams() {
    const CHILD: &str = "WHIPPLE_PRINTING_CHILD";
    if let Some(name) = env::var_os(CHILD) {
        let device = if name == "cpu" { Device::cpu() } else { devices::emulated().expect("the parent has seen it") };
        let program = levels();
        let mut launcher = Launcher::new(&device, &program).expect("the program is prepared");
        launcher.seed::<Single>(&[7]).expect("there is room").run().expect("the program runs");
        return;
    }
    let emulated = devices::emulated().map(|_| "emulated");
    for name in ["cpu"].into_iter().chain(emulated) {
        let mut command = Command::new(env::current_exe().expect("a test knows its binary"));
        command.args(["lines_go_to_the_standard_streams", "--exact", "--nocapture"]).env(CHILD, name);
        let output = command.output().expect("a test can start its binary again");
        let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(output.status.success(), "{out}{error}");
        let lines = |text: &str| text.lines().filter(|line| line.contains(" 7 ")).count();
        assert_eq!((lines(&out), lines(&error)), (4 + 12 + 128, 1), "on {name}:\n{out}\n{error}");
        assert!(out.contains("next 0x0024\nnext 0x00b5\nsingle 7 sum 217\n") || name == "emulated", "{out}");
    }
}

/// A body that a test calls by itself prints as Rust does, and so captures nothing of a run.
#[test]
fn device_functions_print_outside_of_runs() {
    let mut state = 1;
    assert_eq!(next(&mut state), 6);
}
