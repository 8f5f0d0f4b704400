//! Runs as handles, reports and traces on a GPU and on the emulated device: under the megakernel, with tasks of one thread and with level-1 tasks.
//! Without a GPU those that need one say so and pass.

#[path = "common/devices.rs"]
mod devices;

use std::{
    thread,
    time::{Duration, Instant},
};
use whipple::{
    cuda::{Settings, compile_for, nvrtc::Nvrtc},
    prelude::*,
};

/// Nanoseconds of the device's clock.
#[device(cuda = "return whipple::sync::nanoseconds();")]
fn nanoseconds() -> u64 {
    0
}

/// Takes a time.
#[device]
fn work(nanosecond: u64) {
    let begin = nanoseconds();
    while nanoseconds() - begin < nanosecond {}
}

/// A binary tree: spawns two of itself, or a leaf for each node of the last generation.
#[procedure(level = 2)]
struct Grow {
    time: u64,
    visits: Buffer<u64>,
}

#[execute]
impl Execute for Grow {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, depth: &u32) {
        work(self.time);
        self.visits.fetch_add(0, 1);
        if *depth == 0 {
            ctx.spawn::<Leaf>(7);
        } else {
            ctx.spawn::<Grow>(*depth - 1);
            ctx.spawn::<Grow>(*depth - 1);
        }
    }
}

/// By eight threads of a warp.
#[procedure(level = 0, threads = 8)]
struct Leaf {
    visits: Buffer<u64>,
}

#[execute]
impl Execute for Leaf {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        if ctx.thread() == 0 {
            self.visits.fetch_add(1, 1);
        }
    }
}

/// By a block of threads.
#[procedure(level = 1, threads = 128)]
struct Crowd {
    visits: Buffer<u64>,
}

#[execute]
impl Execute for Crowd {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, count: &u32) {
        ctx.barrier();
        if ctx.thread() == 0 {
            self.visits.fetch_add(2, 1);
        }
        if ctx.thread() < *count {
            ctx.spawn::<Grow>(3);
        }
    }
}

#[program]
struct Crowds {
    #[schedule(seeded)]
    grow: Grow,
    leaf: Leaf,
    #[schedule(seeded)]
    crowd: Crowd,
}

#[program]
struct Trees {
    grow: Grow,
    leaf: Leaf,
}

/// Spawns itself for ever.
#[procedure(level = 2)]
struct Forever {
    time: u64,
}

#[execute]
impl Execute for Forever {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        work(self.time);
        ctx.spawn::<Forever>(*number);
    }
}

/// Does nothing, in a block of threads.
#[procedure(level = 1, threads = 64)]
struct Idle {}

#[execute]
impl Execute for Idle {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        ctx.barrier();
    }
}

#[program]
struct Endless {
    forever: Forever,
}

#[program]
struct EndlessBesideIdle {
    forever: Forever,
    #[schedule(seeded)]
    idle: Idle,
}

/// What is asked of `cancel` and of time limits, once a task has ended.
const SOON: Duration = Duration::from_millis(10);

fn visits(device: &Device) -> Buffer<u64> {
    device.buffer(3).expect("a small buffer")
}

fn crowds(device: &Device, time: u64) -> Crowds {
    let visits = visits(device);
    Crowds {
        grow: Grow { time, visits: visits.clone() },
        leaf: Leaf { visits: visits.clone() },
        crowd: Crowd { visits },
    }
}

fn trees(device: &Device, time: u64) -> Trees {
    let visits = visits(device);
    Trees { grow: Grow { time, visits: visits.clone() }, leaf: Leaf { visits } }
}

#[test]
fn every_kind_of_observation_compiles() {
    if let Err(error) = Nvrtc::get() {
        let required = std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_some_and(|value| value == "1");
        assert!(!required, "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        return println!("skipped: {error}");
    }
    for (source, name) in [(Crowds::CUDA_SOURCE, Crowds::NAME), (Trees::CUDA_SOURCE, Trees::NAME)] {
        for (architecture, kinds) in
            [("sm_75", 1), ("sm_80", 7), ("sm_90", 1), ("sm_90", 2), ("sm_90", 4), ("sm_90", 7), ("sm_120", 7)]
        {
            let mut settings = Settings::default();
            for (bit, kind) in ["WHIPPLE_PROGRESS", "WHIPPLE_STATISTICS", "WHIPPLE_TRACE"].into_iter().enumerate() {
                settings = settings.define(kind, kinds >> bit & 1);
            }
            let compiled = compile_for(source, name, architecture, &settings).expect("it compiles");
            assert_eq!(compiled.warnings, "", "{name} for {architecture}, kinds {kinds}");
            println!("{name}, {architecture}, kinds {kinds}: {} registers", compiled.kernels[0].registers);
        }
    }
}

/// Cancels an endless run a few times, and checks that it had run.
fn cancel<P: Program>(launcher: &mut Launcher<'_, P>, name: &str, soon: Duration) {
    for milliseconds in [0, 1, 5, 30] {
        thread::scope(|scope| {
            let run = launcher.start(scope);
            thread::sleep(Duration::from_millis(milliseconds));
            let begin = Instant::now();
            run.cancel();
            let error = run.wait().expect_err("an endless run does not end");
            let time = begin.elapsed();
            println!("{name}, cancelled after {milliseconds} ms: {time:?} to stop; {error}");
            assert!(matches!(error, Error::Cancelled { .. }), "{error}");
            assert!(time < soon, "{time:?}");
        });
    }
}

#[test]
fn cancelled_runs_end_within_10_milliseconds() {
    if let Some((device, _turn)) = devices::gpu_alone() {
        cancel_all(&device, &[0, 1000, 100_000], SOON);
    }
}

/// The host and the emulated device share processors with whatever else runs.
#[test]
fn cancelled_runs_end_emulated() {
    if let Some(device) = devices::emulated() {
        cancel_all(&device, &[0, 10_000], 1000 * SOON);
    }
}

fn cancel_all(device: &Device, times: &[u64], soon: Duration) {
    for &time in times {
        let endless = Endless { forever: Forever { time } };
        let mut launcher = Launcher::new(device, &endless).expect("it is prepared");
        launcher.seed::<Forever>(&vec![1; 100_000]).expect("seeds");
        cancel(&mut launcher, &format!("one procedure, {time} ns a task"), soon);

        let endless = EndlessBesideIdle { forever: Forever { time }, idle: Idle {} };
        let mut launcher = Launcher::new(device, &endless).expect("it is prepared");
        launcher.seed::<Forever>(&vec![1; 100_000]).expect("seeds");
        cancel(&mut launcher, &format!("two procedures, {time} ns a task"), soon);
    }
}

#[test]
fn time_limits_hold_and_counts_are_exact_afterwards() {
    if let Some((device, _turn)) = devices::gpu_alone() {
        limit_times(&device, Duration::from_millis(20), 9, SOON);
    }
}

#[test]
fn time_limits_hold_and_counts_are_exact_afterwards_emulated() {
    if let Some(device) = devices::emulated() {
        limit_times(&device, Duration::from_secs(2), 5, 1000 * SOON);
    }
}

/// Trees that cannot end within the limit, and trees of `depth` that do.
fn limit_times(device: &Device, limit: Duration, depth: u32, soon: Duration) {
    let trees = trees(device, 1_000_000);
    let options = Options::new().time_limit(limit);
    let mut launcher = Launcher::with_options(device, &trees, options).expect("it is prepared");
    for round in 0..5 {
        // Its longest path alone takes 22 ms.
        launcher.clear_seeds().seed::<Grow>(&[21]).expect("a seed");
        let begin = Instant::now();
        let error = launcher.run().expect_err("it takes longer");
        let time = begin.elapsed();
        println!("{time:?}: {error}");
        assert!(matches!(error, Error::TimeLimit { .. }), "{error}");
        assert!(time >= limit && (round == 0 || time < limit + soon), "{time:?}");
        let partial = error.partial_report().expect("a report");
        let ran = trees.grow.visits.read().expect("the visits");
        assert_eq!([partial.tasks::<Grow>(), partial.tasks::<Leaf>()], ran[..2], "the partial report is exact");

        trees.grow.visits.fill(0).expect("a fill");
        let report = launcher.clear_seeds().seed::<Grow>(&[depth]).expect("a seed").run().expect("it ends in time");
        let (nodes, leaves) = ((2 << depth) - 1, 1 << depth);
        assert_eq!([report.tasks::<Grow>(), report.tasks::<Leaf>()], [nodes, leaves]);
        assert_eq!(trees.grow.visits.read().expect("the visits"), [nodes, leaves, 0]);
        trees.grow.visits.fill(0).expect("a fill");
    }
}

/// Watches a run; gives how often the count of tasks rose.
fn watch<P: Program>(launcher: &mut Launcher<'_, P>) -> (usize, Report) {
    thread::scope(|scope| {
        let run = launcher.start(scope);
        let (mut last, mut rises, mut most_queued) = (0, 0, 0);
        while !run.is_finished() {
            let progress = run.progress();
            assert!(progress.is_counted || progress.total_tasks() == 0);
            assert!(progress.total_tasks() >= last, "tasks were undone");
            rises += usize::from(progress.total_tasks() > last);
            last = progress.total_tasks();
            most_queued = most_queued.max(progress.total_queued());
            thread::sleep(Duration::from_millis(1));
        }
        let end = run.progress();
        let report = run.wait().expect("the run ends");
        assert_eq!((end.total_tasks(), end.total_queued()), (report.total_tasks(), 0));
        println!("{rises} rises, at most {most_queued} queued\n{report}");
        assert!(most_queued > 0);
        (rises, report)
    })
}

#[test]
fn progress_rises_while_the_kernel_runs() {
    if let Some((device, _turn)) = devices::gpu_alone() {
        // On a large GPU both take more than 50 ms.
        follow(&device, 20, 3000, [5_000_000, 10_000_000]);
    }
}

#[test]
fn progress_rises_while_the_kernel_runs_emulated() {
    if let Some(device) = devices::emulated() {
        follow(&device, 14, 20, [10_000, 10_000]);
    }
}

fn follow(device: &Device, depth: u32, crowd: usize, times: [u64; 2]) {
    let options = Options::new().progress(true);
    let trees = trees(device, times[0]);
    let mut launcher = Launcher::with_options(device, &trees, options.clone()).expect("it is prepared");
    let (rises, report) = watch(launcher.seed::<Grow>(&[depth]).expect("a seed"));
    assert!(rises > 5, "{rises} rises");
    assert_eq!(report.tasks::<Grow>(), (2 << depth) - 1);

    let crowds = crowds(device, times[1]);
    let mut launcher = Launcher::with_options(device, &crowds, options).expect("it is prepared");
    let (rises, report) = watch(launcher.seed::<Crowd>(&vec![32; crowd]).expect("seeds"));
    assert!(rises > 5, "{rises} rises");
    assert_eq!((report.tasks::<Crowd>(), report.tasks::<Grow>()), (crowd as u64, crowd as u64 * 32 * 15));
}

/// Checks what a report with everything says of itself.
fn check(report: &Report, seeds: &[u64]) {
    println!("{report}");
    let trace = report.trace.as_ref().expect("a trace");
    assert_eq!(trace.dropped, 0);
    let sums = |procedure: usize| {
        let own = trace.events.iter().filter(move |event| event.procedure as usize == procedure);
        let time: Duration = own.clone().map(|event| event.end - event.start).sum();
        (own.map(|event| u64::from(event.tasks)).sum::<u64>(), time)
    };
    let device_time = report.device_time.expect("a GPU has a clock");
    let late = Duration::from_micros(50);
    for (index, procedure) in report.procedures.iter().enumerate() {
        let (tasks, time) = sums(index);
        assert_eq!(tasks, procedure.tasks, "events of `{}` cover its tasks", procedure.name);
        // A level-1 task is one event and the time of all its warps.
        let measured = procedure.time.expect("statistics") / if procedure.name == "Crowd" { 4 } else { 1 };
        println!("{}: {time:?} in events, {measured:?} in the report", procedure.name);
        let off = time.abs_diff(measured).as_secs_f64();
        assert!(off <= 0.05 * time.as_secs_f64() + 1e-5, "times of `{}` differ", procedure.name);
        let moved = procedure.local_transfers.expect("statistics") + procedure.global_transfers.expect("statistics");
        assert!(moved + seeds[index] >= procedure.tasks, "every task was an initial one, or went through a queue");
        assert!(procedure.local_transfers <= Some(procedure.tasks));
    }
    for event in &trace.events {
        assert!(event.worker < report.workers && event.warp < report.block_threads / 32, "{event:?}");
        assert!(event.start <= event.end && event.end <= device_time + late, "{event:?} of {device_time:?}");
    }
    // A warp runs one thing at a time.
    let mut events = trace.events.clone();
    events.sort_by_key(|event| (event.worker, event.warp, event.start));
    let overlap = events.windows(2).filter(|pair| {
        (pair[0].worker, pair[0].warp) == (pair[1].worker, pair[1].warp)
            && pair[0].end > pair[1].start + Duration::from_nanos(20)
    });
    assert_eq!(overlap.count(), 0);

    let series = trace.queue_lengths();
    for (index, lengths) in series.lengths.iter().enumerate() {
        assert_eq!(lengths.first().copied(), Some(seeds[index]), "the initial tasks");
        assert_eq!(lengths.last().copied(), Some(0), "the queues end empty");
    }
    assert!(series.times.last() <= Some(&(device_time + late)));
    let utilisation = report.utilisation.expect("a GPU counts it");
    assert!(utilisation > 0.0 && utilisation <= 1.0, "{utilisation}");
    let lives = device_time * report.workers * (report.block_threads / 32);
    let idle = report.idle_time.expect("statistics");
    assert!(idle > Duration::ZERO && idle <= lives.mul_f64(1.05), "{idle:?} of {lives:?}");
}

#[test]
fn statistics_and_traces_agree() {
    if let Some((device, _turn)) = devices::gpu_alone() {
        observe(&device, 13, 1000);
    }
}

#[test]
fn statistics_and_traces_agree_emulated() {
    if let Some(device) = devices::emulated() {
        observe(&device, 10, 20);
    }
}

fn observe(device: &Device, depth: u32, crowd: usize) {
    let options = Options::new().statistics(true).trace(true);
    let trees = trees(device, 1000);
    let mut launcher = Launcher::with_options(device, &trees, options.clone()).expect("it is prepared");
    launcher.seed::<Grow>(&[depth]).expect("a seed");
    for _ in 0..2 {
        let report = launcher.run().expect("it ends");
        assert_eq!(report.tasks::<Grow>(), (2 << depth) - 1);
        check(&report, &[1, 0]);
    }
    let crowds = crowds(device, 1000);
    for memory in [None, Some(1 << 17)] {
        let options = memory.into_iter().fold(options.clone(), Options::initial_queue_memory);
        let mut launcher = Launcher::with_options(device, &crowds, options).expect("it is prepared");
        let report = launcher.seed::<Crowd>(&vec![20; crowd]).expect("seeds").run().expect("it ends");
        assert_eq!((report.tasks::<Crowd>(), report.tasks::<Leaf>()), (crowd as u64, crowd as u64 * 160));
        if report.suspensions == 0 {
            check(&report, &[0, 0, crowd as u64]);
        }
        println!("{} suspensions", report.suspensions);
    }
}

/// Counts by its step.
#[procedure(level = 2)]
struct Count {
    step: u32,
    counts: Buffer<u32>,
    sum: Buffer<f64>,
}

#[execute]
impl Execute for Count {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, depth: &u32) {
        self.counts.fetch_add(*depth, self.step);
        self.sum.fetch_add(0, self.step as f64 * 0.1);
        if *depth > 0 {
            ctx.spawn::<Count>(*depth - 1);
            ctx.spawn::<Count>(*depth - 1);
        }
    }
}

#[program]
struct Counting {
    count: Count,
}

#[test]
fn parameters_change_from_run_to_run_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        counts_by_other_steps(&device);
    }
}

#[test]
fn parameters_change_from_run_to_run_emulated() {
    if let Some(device) = devices::emulated() {
        counts_by_other_steps(&device);
    }
}

#[test]
fn parameters_change_from_run_to_run() {
    counts_by_other_steps(&Device::cpu());
}

fn counts_by_other_steps(device: &Device) {
    for scheduler in Scheduler::ALL {
        let counts = || device.buffer(5).expect("a buffer");
        let sum = || device.buffer(1).expect("a buffer");
        let counting = |step| Counting { count: Count { step, counts: counts(), sum: sum() } };
        let (one, other, third) = (counting(1), counting(1000), counting(7));
        let options = Options::new().scheduler(*scheduler);
        let mut launcher = match Launcher::with_options(device, &one, options) {
            Ok(launcher) => launcher,
            // Without the toolkit's library.
            Err(error) if *scheduler == Scheduler::DynamicParallelism => {
                println!("skipped: {error}");
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        launcher.seed::<Count>(&[4]).expect("a seed");
        let mut tasks = Vec::new();
        for program in [&one, &other, &other, &third] {
            tasks.push(launcher.run_with(program).expect("it ends").tasks::<Count>());
        }
        tasks.push(launcher.run().expect("it ends").tasks::<Count>());
        let started = std::thread::scope(|scope| launcher.start_with(scope, &third).and_then(|running| running.wait()));
        tasks.push(started.expect("it ends").tasks::<Count>());
        assert_eq!(tasks, [31; 6], "{scheduler:?}");
        for (program, factor) in [(one, 2), (other, 2000), (third, 14)] {
            let counts = program.count.counts.read().expect("it is read");
            assert_eq!(counts, [16, 8, 4, 2, 1].map(|tasks| tasks * factor), "{scheduler:?}");
            // In whatever order.
            let sum = program.count.sum.read().expect("it is read")[0];
            assert!((sum / f64::from(factor) / 3.1 - 1.0).abs() < 1e-13, "{scheduler:?}: {sum}");
        }
    }
}

/// A task as wide as a worker block, of which many run within one round.
#[procedure(level = 1, threads = 256)]
struct Wide {}

#[execute]
impl Execute for Wide {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        ctx.barrier();
    }
}

#[program]
struct Widest {
    wide: Wide,
}

/// Whatever a round has of tasks, workers have no more time than there is. Without being asked nobody measures it.
fn workers_are_busy_for_a_part_of_their_time(device: &Device) {
    let program = Widest { wide: Wide {} };
    let report = |statistics| {
        let options = Options::new().statistics(statistics);
        let mut launcher = Launcher::with_options(device, &program, options).expect("it is prepared");
        launcher.seed::<Wide>(&[0; 50]).expect("seeds").run().expect("it ends")
    };
    let measured = report(true);
    println!("{measured}");
    assert_eq!(measured.total_tasks(), 50);
    let part = measured.utilisation.expect("it was measured");
    assert!(part > 0.0 && part <= 1.0, "{part}");
    assert_eq!(report(false).utilisation, None);
}

#[test]
fn workers_are_busy_for_a_part_of_their_time_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        workers_are_busy_for_a_part_of_their_time(&device);
    }
}

#[test]
fn workers_are_busy_for_a_part_of_their_time_on_the_emulated_device() {
    if let Some(device) = devices::emulated() {
        workers_are_busy_for_a_part_of_their_time(&device);
    }
}
