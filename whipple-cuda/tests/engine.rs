//! The schedulers on a GPU and on the emulated device, under programs written by hand: exact counts, odd thread counts, panics, scarce queue memory.
//!
//! Each test runs on the devices that there are, with fewer tasks where they are emulated.

mod common;

use std::{mem::MaybeUninit, sync::Arc};
use whipple_cuda::{CudaDevice, Settings, compile_for, engine};
use whipple_runtime::{
    backend::{Backend, Engine, ProgramDescription, Roots, Run, SeedBytes, Seeds, Storage},
    choice::{Choice, Origin, Outcome},
    control::RunControl,
    cpu::{Batch, Task},
    error::Error,
    options::{Options, Policy, Scheduler},
    parameter::ParameterWriter,
    plan::Plan,
    program::ProcedureInfo,
    report::Report,
    source::{Item, ItemRef, Namespace, Spawn, facts_text},
    weights::Weights,
};

/// All schedulers that are not chosen by measuring others.
const SCHEDULERS: [Scheduler; 5] = [
    Scheduler::Megakernel,
    Scheduler::MegakernelGlobal,
    Scheduler::TimeSliced,
    Scheduler::TimeSlicedGraph,
    Scheduler::DynamicParallelism,
];

/// Those that the variable `WHIPPLE_SCHEDULERS` names (as `Megakernel,TimeSliced`), or all.
fn schedulers() -> Vec<Scheduler> {
    SCHEDULERS.into_iter().filter(is_chosen).collect()
}

/// As [`schedulers`], with the one that measures the others.
fn schedulers_and_auto() -> Vec<Scheduler> {
    SCHEDULERS.into_iter().chain([Scheduler::Auto]).filter(is_chosen).collect()
}

fn is_chosen(scheduler: &Scheduler) -> bool {
    let chosen = std::env::var("WHIPPLE_SCHEDULERS").ok();
    chosen.is_none_or(|names| names.split(',').any(|name| name == format!("{scheduler:?}")))
}

macro_rules! item {
    ($name:literal, $id:literal, $spawns:expr) => {{
        static ITEM: Item = Item {
            id: $id,
            namespace: Namespace::of("tests"),
            name: $name,
            spawns: $spawns,
            spawns_of_thread: Spawn::UNBOUNDED,
            meets: true,
            ..Item::EMPTY
        };
        // SAFETY: points to a static.
        unsafe { ItemRef::new(&raw const ITEM) }
    }};
}

unsafe fn no_field(program: *const ()) -> *const () {
    program
}

unsafe fn no_run(_: *const (), _: *const u8, _: &Task, _: u32) {}

unsafe fn no_batch(_: *const (), _: *const u8, _: usize, _: &Task, _: &Batch<'_>) {}

unsafe fn no_parameters(_: *const (), _: &mut ParameterWriter) {}

const fn procedure(
    name: &'static str,
    (level, threads): (u32, u32),
    item_size: usize,
    shared_size: usize,
    [structure, source]: [ItemRef; 2],
) -> ProcedureInfo {
    ProcedureInfo {
        id: std::any::TypeId::of::<()>(),
        name,
        field: name,
        level,
        threads,
        item_size,
        item_align: 4,
        layout: (4, 4),
        output_size: None,
        shared_size,
        shared_align: 4,
        priority: None,
        weight: 1,
        max_spawns: None,
        structure,
        source,
        place: (file!(), line!()),
        locate: no_field,
        run: no_run,
        in_loops: false,
        run_batch: no_batch,
        encode: no_parameters,
    }
}

const ROOT: ItemRef = item!("Root", 1, &[]);
const PAIR: ItemRef = item!("Pair", 2, &[]);
const CROWD: ItemRef = item!("Crowd", 3, &[]);
const LEAF: ItemRef = item!("Leaf", 4, &[]);
const ROOT_BODY: ItemRef = item!("Root", 5, &[Spawn::by_each_thread(PAIR, 1)]);
const PAIR_BODY: ItemRef = item!("Pair", 6, &[Spawn::by_each_thread(PAIR, 1), Spawn::by_each_thread(CROWD, 1)]);
const CROWD_BODY: ItemRef = item!("Crowd", 7, &[Spawn::by_each_thread(LEAF, 1)]);
const LEAF_BODY: ItemRef = item!("Leaf", 8, &[]);

/// A program of all three levels: each root becomes 15 pairs, 8 crowds, and 8 leaves for each thread of a crowd.
struct Levels {
    pair_threads: u32,
    crowd_threads: u32,
    description: ProgramDescription,
}

impl Levels {
    fn new(pair_threads: u32, crowd_threads: u32) -> Self {
        let procedures: &'static [ProcedureInfo] = Box::leak(Box::new([
            procedure("root", (2, 1), 8, 0, [ROOT, ROOT_BODY]),
            procedure("pair", (0, pair_threads), 196, 4 * pair_threads as usize, [PAIR, PAIR_BODY]),
            procedure("crowd", (1, crowd_threads), 196, 4 * crowd_threads as usize, [CROWD, CROWD_BODY]),
            procedure("leaf", (2, 1), 8, 0, [LEAF, LEAF_BODY]),
        ]));
        let plan: &'static Plan = Box::leak(Box::new(Plan::new("Levels", procedures)));
        let scratch = whipple_runtime::plan::scratch_per_warp(procedures);
        let source = include_str!("levels.cu")
            .replace("PAIR_THREADS", &pair_threads.to_string())
            .replace("CROWD_THREADS", &crowd_threads.to_string())
            .replace("FACTS_OF_LEVELS", &facts_text(procedures, &plan.facts))
            .replace("SCRATCH_BYTES", &scratch.to_string())
            .replace("PLANNED_THREADS", &plan.block_threads.to_string());
        let description =
            ProgramDescription { name: "Levels", procedures, cuda_source: Box::leak(source.into_boxed_str()), plan };
        Self { pair_threads, crowd_threads, description }
    }

    fn expected(&self, roots: u64) -> [u64; 4] {
        [roots, 15 * roots, 8 * roots, 8 * roots * u64::from(self.crowd_threads)]
    }
}

/// A prepared program and its result buffer.
struct Prepared<'a> {
    levels: &'a Levels,
    engine: Box<dyn Engine>,
    sums: Arc<dyn Storage>,
}

impl<'a> Prepared<'a> {
    fn new(device: &CudaDevice, levels: &'a Levels, options: &Options) -> Result<Self, Error> {
        let engine = device.prepare(levels.description, options)?;
        Ok(Self { levels, engine, sums: device.allocate(64)? })
    }

    /// Runs with `roots` roots; `fault` is the root whose leaves panic (1), index out of range (2), or whose crowds panic in
    /// one thread before a barrier (3).
    fn run(&mut self, roots: u32, fault: Option<(u32, u32)>) -> Result<Report, Error> {
        self.sums.fill(&[0])?;
        let (root, kind) = fault.unwrap_or((u32::MAX, 0));
        let mut parameters = Vec::new();
        parameters.extend(self.sums.device_address().to_le_bytes());
        parameters.extend(8_u64.to_le_bytes());
        parameters.extend(root.to_le_bytes());
        parameters.extend(kind.to_le_bytes());
        let items: Vec<u32> = (0..roots).flat_map(|root| [root, 0]).collect();
        let seeds = [Seeds { procedure: 0, count: roots as usize, items: seed_bytes(&items) }];
        let weights = Weights::new(self.levels.description.procedures);
        let run = Run {
            program: std::ptr::null(),
            parameters: &parameters,
            scalars: &parameters[8..],
            storages: std::slice::from_ref(&self.sums),
            seeds: &seeds,
            roots: &Roots::new(0, 0).expect("no outputs"),
            seeds_unchanged: false,
            weights: &weights,
            control: &RunControl::new(None, false),
        };
        // SAFETY: the engine ignores the program pointer on a GPU, and the seeds are `roots` items of two words.
        unsafe { self.engine.run(run) }
    }

    fn check(&mut self, roots: u32) -> Report {
        let report = self.run(roots, None).expect("the run ends");
        let tasks: Vec<u64> = report.procedures.iter().map(|procedure| procedure.tasks).collect();
        assert_eq!(tasks, self.levels.expected(roots.into()), "tasks of {roots} roots\n{report}");
        let mut sums = [0; 64];
        self.sums.read(0, &mut sums).expect("the sums");
        let sum = |index: usize| u64::from_le_bytes(sums[8 * index..8 * index + 8].try_into().expect("8 bytes"));
        let leaves = tasks[3];
        assert_eq!(sum(0), leaves, "leaves that ran");
        // Each leaf adds its root's number.
        let per_root = 8 * u64::from(self.levels.crowd_threads);
        assert_eq!(
            sum(1),
            per_root * (u64::from(roots) * u64::from(roots.max(1) - 1) / 2),
            "sum of the roots' numbers"
        );
        assert_eq!(sum(2), 0, "wrong values seen by the multi-threaded procedures");
        report
    }
}

fn seed_bytes(words: &[u32]) -> SeedBytes {
    let mut items: SeedBytes = Box::new_uninit_slice(words.len().div_ceil(4).max(1));
    let items_start: *mut MaybeUninit<u128> = items.as_mut_ptr();
    // SAFETY: the slice has room for all words and is not shared.
    unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), items_start.cast::<u32>(), words.len()) };
    items
}

/// A device, and the most roots that a run there may begin with.
struct Place {
    device: CudaDevice,
    most: u32,
}

/// The devices that there are.
fn places() -> Vec<Place> {
    let gpu = common::gpu().map(|_| Place { device: CudaDevice::new(0).expect("the GPU opens"), most: u32::MAX });
    // A root is some 2,000 tasks.
    let emulated = common::emulated().map(|device| Place { device, most: 6 });
    gpu.into_iter().chain(emulated).collect()
}

impl Place {
    /// Whether it is slow.
    fn is_small(&self) -> bool {
        self.most < u32::MAX
    }

    /// Numbers of roots, as many different ones as it can run.
    fn roots<const N: usize>(&self, wanted: [u32; N]) -> Vec<u32> {
        let mut roots = wanted.map(|roots| roots.min(self.most)).to_vec();
        roots.dedup();
        roots
    }
}

fn compile(description: ProgramDescription, architecture: &str, policy: Policy) {
    let settings = Settings::default().define("WHIPPLE_POLICY", format!("{policy:?}"));
    let compiled = compile_for(description.cuda_source, description.name, architecture, &settings);
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(compiled.warnings, "", "warnings for {architecture}, {policy}");
    let kernel = &compiled.kernels[0];
    println!("{architecture}, {policy}: {} registers, {} bytes spilled", kernel.registers, kernel.spill_stores);
}

/// Each policy for one architecture in turn, and each architecture; with `WHIPPLE_FULL=1` each policy for each architecture. No policy's text
/// asks for the architecture.
#[test]
fn it_compiles_for_every_architecture_and_policy() {
    let Some(_) = common::nvrtc() else { return };
    let [whole, odd] = [Levels::new(4, 256), Levels::new(5, 100)].map(|levels| levels.description);
    let policies = || Policy::ALL.iter().filter(|policy| **policy != Policy::Plan).enumerate();
    std::thread::scope(|scope| {
        for (turn, architecture) in common::ARCHITECTURES.into_iter().enumerate() {
            let has_turn = move |number: usize| common::is_full() || number % common::ARCHITECTURES.len() == turn;
            scope.spawn(move || {
                compile(odd, architecture, Policy::FixedPriority);
                for (_, &policy) in policies().filter(|(number, _)| has_turn(*number)) {
                    compile(whole, architecture, policy);
                }
            });
        }
    });
}

/// Each scheduler for each architecture, with groups that fill warps and others in turn; with `WHIPPLE_FULL=1` with both.
#[test]
fn it_compiles_for_every_scheduler_and_architecture() {
    let Some(_) = common::nvrtc() else { return };
    std::thread::scope(|scope| {
        for (turn, architecture) in common::ARCHITECTURES.into_iter().enumerate() {
            scope.spawn(move || {
                for (shape, (pair, crowd)) in [(4, 256), (5, 100)].into_iter().enumerate() {
                    let description = Levels::new(pair, crowd).description;
                    for (number, scheduler) in schedulers().into_iter().enumerate() {
                        if common::is_full() || (turn + number) % 2 == shape {
                            compile_under(description, architecture, scheduler);
                        }
                    }
                }
            });
        }
    });
}

fn compile_under(description: ProgramDescription, architecture: &str, scheduler: Scheduler) {
    let settings = engine::settings(description, &Options::new().scheduler(scheduler)).expect("options that fit");
    let compiled = compile_for(description.cuda_source, description.name, architecture, &settings);
    let compiled = compiled.unwrap_or_else(|error| panic!("{scheduler:?}: {error}"));
    assert_eq!(compiled.warnings, "", "warnings for {scheduler:?}, {architecture}");
    for kernel in &compiled.kernels {
        println!(
            "{scheduler:?}, {architecture}: {} has {} registers, {} bytes spilled",
            kernel.name, kernel.registers, kernel.spill_stores
        );
    }
}

#[test]
fn counts_are_exact_for_every_size_block_and_policy() {
    for place in places() {
        let device = &place.device;
        let levels = Levels::new(4, 256);
        for scheduler in schedulers_and_auto() {
            for &policy in Policy::ALL {
                for threads in [256, 512, 1024] {
                    // Slices have blocks of their own size.
                    let worker_blocks = matches!(scheduler, Scheduler::Megakernel | Scheduler::MegakernelGlobal);
                    if !worker_blocks && threads > 256 {
                        continue;
                    }
                    // Each is another compilation.
                    if place.is_small() && policy != Policy::Plan && threads > 256 {
                        continue;
                    }
                    // Those that are chosen among have run with the others.
                    if scheduler == Scheduler::Auto && policy != Policy::Plan {
                        continue;
                    }
                    let options = Options::new().scheduler(scheduler).policy(policy).block_threads(threads);
                    let mut prepared = Prepared::new(device, &levels, &options).expect("the program is prepared");
                    for roots in place.roots([1, 2, 33, 1000, 3000]) {
                        let report = prepared.check(roots);
                        println!(
                            "{scheduler:?}, {policy:?}, {threads} threads, {roots} roots: {:?}, {} rounds, {} chunks",
                            report.device_time, report.rounds, report.chunks
                        );
                    }
                }
            }
        }
    }
}

/// Without a GPU, the schedulers that run slices take turns: they share the code of groups. With `WHIPPLE_FULL=1` each runs all.
#[test]
fn thread_counts_need_not_fill_warps() {
    const SLICED: [Scheduler; 3] = [Scheduler::TimeSliced, Scheduler::TimeSlicedGraph, Scheduler::DynamicParallelism];
    for place in places() {
        let device = &place.device;
        for scheduler in schedulers() {
            let shapes = [(2, 32), (3, 33), (6, 100), (12, 64), (17, 96), (32, 480), (5, 1000)];
            for (turn, (pair, crowd)) in shapes.into_iter().enumerate() {
                let is_anothers = SLICED.contains(&scheduler) && SLICED[turn % SLICED.len()] != scheduler;
                if place.is_small() && !common::is_full() && is_anothers {
                    continue;
                }
                let levels = Levels::new(pair, crowd);
                let options = Options::new().scheduler(scheduler);
                let mut prepared = Prepared::new(device, &levels, &options).expect("the program is prepared");
                let report = prepared.check(place.most.min(500));
                let pairs = levels.pair_threads;
                println!("{scheduler:?}, pairs of {pairs}, crowds of {crowd}: {:?}", report.device_time);
            }
        }
    }
}

#[test]
fn scarce_queue_memory_suspends_and_loses_nothing() {
    for place in places() {
        let device = &place.device;
        let levels = Levels::new(4, 256);
        for scheduler in schedulers_and_auto() {
            for bytes in [1 << 16, 1 << 20, 1 << 23] {
                let options = Options::new().scheduler(scheduler).initial_queue_memory(bytes);
                let mut prepared = Prepared::new(device, &levels, &options).expect("the program is prepared");
                for roots in place.roots([1, 1000, 4000]) {
                    let report = prepared.check(roots);
                    println!(
                        "{scheduler:?}, {bytes} bytes, {roots} roots: {:?}, {} suspensions, {} bytes then",
                        report.device_time, report.suspensions, report.queue_bytes
                    );
                }
            }
        }
    }
}

#[test]
fn a_limit_that_is_too_small_is_an_error_and_the_next_run_works() {
    for place in places() {
        let device = &place.device;
        let levels = Levels::new(4, 256);
        for scheduler in schedulers_and_auto() {
            let options = Options::new().scheduler(scheduler);
            let error = device.prepare(levels.description, &options.clone().queue_memory(1000)).err().expect("refused");
            println!("{scheduler:?}: {error}");
            assert!(matches!(error, Error::Options { option: "queue_memory", .. }), "{error}");

            let options = options.queue_memory(200_000);
            let mut prepared = Prepared::new(device, &levels, &options).expect("the program is prepared");
            match prepared.run(place.most.min(20_000), None) {
                // Slices need room for what is under way only, and the megakernel's tasks wait in host memory.
                Ok(report) => println!(
                    "{scheduler:?}: {:?}, {} suspensions, {} bytes",
                    report.device_time, report.suspensions, report.queue_bytes
                ),
                Err(error) => {
                    println!("{scheduler:?}: {error}");
                    assert!(matches!(error, Error::QueueMemory { .. }), "{error}");
                    assert!(scheduler == Scheduler::MegakernelGlobal, "{error}");
                }
            }
            prepared.check(1);
        }
    }
}

/// Tasks that have no room wait in host memory.
#[test]
fn limited_queue_memory_swaps_and_loses_nothing() {
    for place in places() {
        let device = &place.device;
        let levels = Levels::new(4, 256);
        for bytes in [70_000, 200_000, 1 << 20] {
            let mut prepared =
                Prepared::new(device, &levels, &Options::new().queue_memory(bytes)).expect("it is prepared");
            for roots in place.roots([1, 1000, 20_000]) {
                let report = prepared.check(roots);
                println!(
                    "{bytes} bytes, {roots} roots: {} suspensions, {} bytes swapped, {:?} on the device, {:?} in all",
                    report.suspensions, report.swapped_bytes, report.device_time, report.total_time
                );
            }
        }
    }
}

#[test]
fn panics_come_back_with_procedure_and_line_and_the_next_run_works() {
    for place in places() {
        let device = &place.device;
        let levels = Levels::new(4, 256);
        for scheduler in schedulers_and_auto() {
            let options = Options::new().scheduler(scheduler);
            let mut prepared = Prepared::new(device, &levels, &options).expect("the program is prepared");
            for (kind, procedure, line, message) in [
                (1, "leaf", 77, "a leaf was told to panic"),
                (2, "leaf", 78, "index out of bounds: the len is 8 but the index is 1000"),
                (3, "crowd", 55, "a crowd was told to panic"),
            ] {
                for roots in place.roots([1, 500]) {
                    let error = prepared.run(roots, Some((roots / 2, kind))).expect_err("the run fails");
                    println!("{scheduler:?}: {error}");
                    let Error::DevicePanic(panic) = error else { panic!("another error: {error}") };
                    let place = (panic.procedure.as_str(), panic.line, panic.file.as_str());
                    assert_eq!(place, (procedure, line, "levels.rs"));
                    assert_eq!(panic.message, message);
                    prepared.check(roots);
                }
            }
        }
    }
}

/// Checked runs of one launcher, from `start` roots on.
fn short_runs(place: &Place, levels: &Levels, scheduler: Scheduler, start: u32, rounds: u32) {
    let options = Options::new().scheduler(scheduler);
    let mut prepared = Prepared::new(&place.device, levels, &options).expect("the program is prepared");
    for round in 0..rounds {
        prepared.check(place.most.min(start + round % 7 * 50));
    }
}

#[test]
fn many_short_runs_end() {
    for place in places() {
        let levels = Levels::new(4, 256);
        for scheduler in schedulers_and_auto() {
            short_runs(&place, &levels, scheduler, 1, if place.is_small() { 10 } else { 1000 });
        }
    }
}

/// The blocks of two kernels compete for the multiprocessors: neither may wait for a block that cannot start.
#[test]
fn two_programs_share_the_device() {
    for place in places() {
        let levels = Levels::new(4, 256);
        for scheduler in schedulers_and_auto() {
            std::thread::scope(|scope| {
                for start in [1, 4] {
                    let (place, levels) = (&place, &levels);
                    let rounds = if place.is_small() { 5 } else { 200 };
                    scope.spawn(move || short_runs(place, levels, scheduler, start, rounds));
                }
            });
        }
    }
}

#[test]
fn no_seeds_are_no_tasks() {
    for place in places() {
        let device = &place.device;
        let levels = Levels::new(4, 256);
        for scheduler in schedulers_and_auto() {
            let options = Options::new().scheduler(scheduler);
            let mut prepared = Prepared::new(device, &levels, &options).expect("the program is prepared");
            prepared.check(0);
            prepared.check(place.most.min(5));
            prepared.check(0);
        }
    }
}

#[test]
fn auto_measures_once_and_remembers() {
    let folder = common::Scratch::new("auto");
    let path = folder.path().to_owned();
    common::in_child(
        "auto_measures_once_and_remembers",
        |child| {
            child.env("WHIPPLE_CACHE", path);
        },
        || {
            for place in places() {
                let device = &place.device;
                let levels = Levels::new(4, 256);
                // Two of a class, and one of another.
                let [some, fewer, much] = if place.is_small() { [3, 2, 6] } else { [1000, 900, 3000] };
                let options = Options::new().scheduler(Scheduler::Auto);
                let choose = |roots| {
                    let mut prepared = Prepared::new(device, &levels, &options).expect("the program is prepared");
                    let choice = prepared.check(roots).choice.expect("a choice");
                    println!("{roots} roots: {choice}");
                    assert_eq!(prepared.check(roots).choice.as_ref(), Some(&choice), "the class has its choice");
                    choice
                };
                let measured = choose(some);
                assert_eq!(measured.origin, Origin::Measured { not_kept: None });
                let runs = |choice: &Choice| {
                    choice.trials.iter().filter(|trial| matches!(trial.outcome, Outcome::Measured { .. })).count()
                };
                // On a busy machine the emulated device's time for measuring may be up after the first.
                assert!(runs(&measured) >= if place.is_small() { 1 } else { 2 }, "{measured}");
                let recorded = choose(fewer);
                assert!(matches!(recorded.origin, Origin::Recorded(_)), "{recorded}");
                assert_eq!((recorded.name, recorded.trials), (measured.name, measured.trials));
                assert_eq!(choose(much).origin, Origin::Measured { not_kept: None });
            }
        },
    );
}
