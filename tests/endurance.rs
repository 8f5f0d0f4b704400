//! Very many short runs with varying seeds, schedulers and policies, and two launchers at once: no hang, no wrong count.
//!
//! On a GPU 10,000 runs; on the CPU, which has one scheduler, and on the emulated device a few hundred. `WHIPPLE_ENDURANCE_SEED` repeats a sequence that
//! failed, `WHIPPLE_ENDURANCE_RUNS` makes it longer or shorter.

#[path = "common/devices.rs"]
mod devices;
#[path = "endurance/programs.rs"]
mod programs;

use programs::{Chains, Levels, Outcome, SUMS, Tested, Trees};
use std::{
    env, process,
    sync::{
        Mutex,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use whipple::{
    backend::{DeviceKind, ProgramDescription},
    cuda::{compile_for, engine},
    prelude::*,
};

const GPU_RUNS: u64 = 10_000;
const CPU_RUNS: u64 = 300;
const EMULATED_RUNS: u64 = 300;
const SANITIZED_RUNS: u64 = 30;
/// Runs of each of two launchers at once.
const SHARED_RUNS: u64 = 200;
/// No run takes a hundredth of it, even where the machine does something else. Under a sanitizer it is ten times as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// The generator SplitMix64 (Steele, Lea, Flood 2014).
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Up to 3,000 numbers, under a sanitizer up to 300, often few of them.
    fn numbers(&mut self) -> Vec<u32> {
        let most = [2, 40, 300, if devices::is_sanitized() { 300 } else { 3001 }][self.below(4) as usize];
        (0..self.below(most)).map(|_| self.next() as u32).collect()
    }
}

/// A number that the environment gives.
fn given(variable: &str) -> Option<u64> {
    let value = env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} must be a number, and is {value}")))
}

/// The seed of a test, printed.
fn seed() -> u64 {
    let time = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let seed = given("WHIPPLE_ENDURANCE_SEED").unwrap_or_else(time);
    println!("WHIPPLE_ENDURANCE_SEED={seed}");
    seed
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Chains,
    Trees,
    Levels,
}

const KINDS: [Kind; 3] = [Kind::Chains, Kind::Trees, Kind::Levels];

/// A program under a scheduler, and how often it runs.
trait Subject: Send {
    fn name(&self) -> &str;
    /// Runs from some numbers. What differs from the expected outcome is an error.
    fn run(&mut self, numbers: &[u32]) -> Result<(), String>;
}

struct Prepared<P: Tested> {
    name: String,
    launcher: Launcher<'static, P>,
    sums: Buffer<u64>,
}

impl<P: Tested> Prepared<P> {
    fn sum(&self) -> Result<u64, Error> {
        Ok(self.sums.read()?.into_iter().fold(0, u64::wrapping_add))
    }

    fn outcome(&mut self, numbers: &[u32]) -> Result<Outcome, Error> {
        let items: Vec<_> = numbers.iter().map(|number| P::seed(*number)).collect();
        let before = self.sum()?;
        let report = self.launcher.clear_seeds().seed::<P::Start>(&items)?.run()?;
        let tasks = report.procedures.iter().map(|procedure| procedure.tasks).collect();
        Ok(Outcome { tasks, sum: self.sum()?.wrapping_sub(before) })
    }
}

impl<P: Tested> Subject for Prepared<P> {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&mut self, numbers: &[u32]) -> Result<(), String> {
        let outcome = self.outcome(numbers).map_err(|error| error.to_string())?;
        let expected = P::expected(numbers);
        if outcome == expected { Ok(()) } else { Err(format!("{outcome:?} instead of {expected:?}")) }
    }
}

/// Prepares a program; `None` after saying that its scheduler lacks what it needs.
fn prepare(device: &Device, kind: Kind, options: Options) -> Option<Box<dyn Subject>> {
    fn of<P: Tested>(device: &Device, kind: Kind, options: Options) -> Result<Box<dyn Subject>, Error> {
        let name = match device.kind() {
            DeviceKind::Cpu => format!("{kind:?} by {} with {} workers", options.policy, options.workers.unwrap_or(0)),
            _ => format!("{kind:?} under {} by {}", options.scheduler, options.policy),
        };
        let sums = device.buffer(SUMS as usize)?;
        Ok(Box::new(Prepared { name, launcher: Launcher::owning(device, P::new(&sums), options)?, sums }))
    }
    let prepared = match kind {
        Kind::Chains => of::<Chains>(device, kind, options),
        Kind::Trees => of::<Trees>(device, kind, options),
        Kind::Levels => of::<Levels>(device, kind, options),
    };
    match prepared {
        Err(error @ Error::DeviceRuntimeMissing { .. }) => {
            println!("skipped: {error}");
            None
        }
        prepared => Some(prepared.unwrap_or_else(|error| panic!("{error}"))),
    }
}

/// The schedulers that are not chosen by measuring others.
fn schedulers() -> Vec<Scheduler> {
    Scheduler::ALL.iter().copied().filter(|scheduler| *scheduler != Scheduler::Auto).collect()
}

/// The policies that are not chosen by the plan.
fn policies() -> Vec<Policy> {
    Policy::ALL.iter().copied().filter(|policy| *policy != Policy::Plan).collect()
}

/// The options of a program under the scheduler of this index, among [`schedulers`]. Each program meets every policy, each scheduler
/// several: kernels take seconds to compile.
fn options(kind: Kind, scheduler: usize) -> Options {
    let policies = policies();
    Options::new().scheduler(schedulers()[scheduler]).policy(policies[(scheduler + 2 * kind as usize) % policies.len()])
}

/// Ends the process when it is not told of progress for too long: what hangs cannot be stopped from inside.
struct Watchdog(Option<Sender<String>>, Option<thread::JoinHandle<()>>);

impl Watchdog {
    fn new() -> Self {
        let (sender, receiver) = channel();
        let patience = PATIENCE * if devices::is_sanitized() { 10 } else { 1 };
        let watch = move || {
            let mut last = String::from("the start");
            loop {
                match receiver.recv_timeout(patience) {
                    Ok(what) => last = what,
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        eprintln!("this run does not end: {last}");
                        process::exit(1);
                    }
                }
            }
        };
        Self(Some(sender), Some(thread::spawn(watch)))
    }

    fn tell(&self, what: String) {
        // The watching thread lives as long as the sender.
        let _ = self.0.as_ref().map(|sender| sender.send(what));
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.0.take());
        self.1.take().map(thread::JoinHandle::join);
    }
}

/// `runs` runs of subjects in random order.
fn endure(subjects: &mut [Box<dyn Subject>], runs: u64) {
    let mut generator = Generator(seed());
    let runs = given("WHIPPLE_ENDURANCE_RUNS").unwrap_or(runs);
    let watchdog = Watchdog::new();
    let begin = Instant::now();
    let mut spent = vec![(0_u32, Duration::ZERO); subjects.len()];
    for run in 0..runs {
        let index = generator.below(subjects.len() as u64) as usize;
        let numbers = generator.numbers();
        let what = format!("run {run}, {}, {} seeds", subjects[index].name(), numbers.len());
        watchdog.tell(what.clone());
        let start = Instant::now();
        subjects[index].run(&numbers).unwrap_or_else(|error| panic!("{what}: {error}"));
        spent[index].0 += 1;
        spent[index].1 += start.elapsed();
        if (run + 1) % 1000 == 0 {
            println!("{} runs in {:.1?}", run + 1, begin.elapsed());
        }
    }
    for (subject, (runs, time)) in subjects.iter().zip(spent) {
        println!("{}: {runs} runs, {:.1?} each", subject.name(), time / runs.max(1));
    }
}

/// Two programs whose runs overlap, each in a thread of its own.
fn at_once(subjects: [Box<dyn Subject>; 2], runs: u64) {
    let seed = seed();
    let names = subjects.each_ref().map(|subject| subject.name().to_owned());
    let begin = Instant::now();
    thread::scope(|scope| {
        for (mut subject, seed) in subjects.into_iter().zip([seed, !seed]) {
            scope.spawn(move || {
                let mut generator = Generator(seed);
                let watchdog = Watchdog::new();
                for run in 0..runs {
                    let numbers = generator.numbers();
                    let what = format!("run {run} of two at once, {}, {} seeds", subject.name(), numbers.len());
                    watchdog.tell(what.clone());
                    subject.run(&numbers).unwrap_or_else(|error| panic!("{what}: {error}"));
                }
            });
        }
    });
    println!("{} beside {}: {runs} runs each, {:.1?}", names[0], names[1], begin.elapsed());
}

fn compile<P: Tested>(options: &Options) {
    let (name, cuda_source) = (P::NAME, P::CUDA_SOURCE);
    let description = ProgramDescription { name, procedures: P::PROCEDURES, cuda_source, plan: const { &P::PLAN } };
    let settings = engine::settings(description, options).expect("options that fit");
    let compiled = compile_for(cuda_source, name, "sm_90", &settings).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(compiled.warnings, "", "{name} under {} by {}", options.scheduler, options.policy);
}

#[test]
fn what_runs_on_a_gpu_compiles() {
    if !devices::has_nvrtc() {
        return;
    }
    for scheduler in 0..schedulers().len() {
        compile::<Chains>(&options(Kind::Chains, scheduler));
        compile::<Trees>(&options(Kind::Trees, scheduler));
        compile::<Levels>(&options(Kind::Levels, scheduler));
    }
}

#[test]
fn many_short_runs_on_the_cpu() {
    let device = Device::cpu();
    let mut subjects = Vec::new();
    for kind in KINDS {
        for (index, policy) in policies().into_iter().enumerate() {
            subjects.extend(prepare(&device, kind, Options::new().policy(policy).workers(1 + index)));
        }
    }
    endure(&mut subjects, CPU_RUNS);
}

#[test]
fn many_short_runs_on_a_gpu() {
    let Some(device) = devices::gpu() else { return };
    endure_all(&device, GPU_RUNS);
}

#[test]
fn many_short_runs_emulated() {
    let Some(device) = devices::emulated() else { return };
    endure_all(&device, if devices::is_sanitized() { SANITIZED_RUNS } else { EMULATED_RUNS });
}

#[test]
fn short_runs_do_not_race() {
    devices::again_with("thread", &["many_short_runs_emulated"]);
}

#[test]
fn short_runs_stay_in_their_memory() {
    devices::again_with("address,undefined", &["many_short_runs_emulated"]);
}

/// `runs` runs of every program under every scheduler.
fn endure_all(device: &Device, runs: u64) {
    let begin = Instant::now();
    let all = KINDS.into_iter().flat_map(|kind| (0..schedulers().len()).map(move |scheduler| (kind, scheduler)));
    // Compiled side by side.
    let subjects: Mutex<Vec<Box<dyn Subject>>> = Mutex::default();
    thread::scope(|scope| {
        for (kind, scheduler) in all {
            let subjects = &subjects;
            scope.spawn(move || {
                let subject = prepare(device, kind, options(kind, scheduler));
                subjects.lock().expect("nobody panics with it").extend(subject);
            });
        }
    });
    let mut subjects = subjects.into_inner().expect("nobody panics with it");
    // Whoever was first: the sequence depends on the seed alone.
    subjects.sort_by_key(|subject| subject.name().to_owned());
    println!("{} launchers prepared in {:.1?}", subjects.len(), begin.elapsed());
    endure(&mut subjects, runs);
}

#[test]
fn two_launchers_at_once_on_the_cpu() {
    let prepare = |kind, workers| prepare(&Device::cpu(), kind, Options::new().workers(workers)).expect("the CPU runs");
    at_once([prepare(Kind::Trees, 2), prepare(Kind::Levels, 1)], SHARED_RUNS);
}

#[test]
fn two_launchers_at_once_on_a_gpu() {
    let Some(device) = devices::gpu() else { return };
    every_pair_at_once(&device, SHARED_RUNS);
}

#[test]
fn two_launchers_at_once_emulated() {
    let Some(device) = devices::emulated() else { return };
    every_pair_at_once(&device, 10);
}

fn every_pair_at_once(device: &Device, runs: u64) {
    let count = schedulers().len();
    for first in 0..count {
        // Every program, every scheduler, and each pair of neighbours among the schedulers.
        let (kind, second) = (KINDS[first % 3], (first + 1) % count);
        let other = KINDS[(first + 1) % 3];
        let subjects = [(kind, first), (other, second)];
        let prepared = subjects.map(|(kind, scheduler)| prepare(device, kind, options(kind, scheduler)));
        if let [Some(one), Some(another)] = prepared {
            at_once([one, another], runs);
        }
    }
}
