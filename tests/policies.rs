//! What the weighted policies give each procedure on a GPU: turns, and shares of the time that its warps take. Whether they do is a
//! matter of a GPU's times and of very many tasks; that every policy runs each task is tested on the emulated device, too, by
//! `reyes.rs`, `synthetic.rs` and `endurance.rs`. That fill first, under which leaves wait while work spreads, keeps none waiting for ever. And
//! that by priority leaves run where they are spawned, if they would come next anyway.

#[path = "common/devices.rs"]
mod devices;
#[path = "policies/order.rs"]
mod order;

use std::{
    mem::MaybeUninit,
    thread,
    time::{Duration, Instant},
};
use whipple::{
    backend::{ProgramDescription, Roots, Run, Seeds},
    control::RunControl,
    cuda::{Settings, compile_for, nvrtc::Nvrtc},
    parameter::ParameterWriter,
    prelude::*,
    weights::{LARGEST_WEIGHT, Weights},
};

/// Places that threads add to, so that few meet.
#[device]
const PLACES: u32 = 64;
/// Seeds, each of which becomes one task of both procedures. Enough for every warp of a large GPU to have some of both: a policy
/// chooses among the tasks that lie in its own queues.
const ROOTS: u32 = 1 << 17;

/// Nanoseconds of a clock that all tasks share.
#[device(cuda = "return whipple::sync::nanoseconds();")]
fn nanoseconds() -> u64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

/// A finer clock that wraps: cycles of the multiprocessor on a GPU, nanoseconds on the CPU.
#[device(cuda = "return whipple::sync::cycles();")]
fn ticks() -> u32 {
    nanoseconds() as u32
}

/// Where tasks find their phase of the run, and count what they took in it.
#[device]
#[derive(Clone, Copy)]
struct Phases {
    /// In nanoseconds.
    length: u64,
    /// 0 or 1.
    procedure: u32,
    /// What a task takes, in ticks.
    ticks: u32,
}

/// Takes as long as it is told. Gives the phase in which it began, and the time that it took in ticks.
#[device]
fn work(phases: &Phases, start: u64) -> (u32, u32) {
    let begin = ticks();
    let phase = ((nanoseconds() - start) / phases.length) as u32;
    while ticks().wrapping_sub(begin) < phases.ticks {}
    (phase, ticks().wrapping_sub(begin))
}

/// Starts the clock, and a task of each procedure.
#[procedure(level = 2)]
struct Root {
    start: Buffer<u64>,
}

#[execute]
impl Execute for Root {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        self.start.fetch_min(0, nanoseconds());
        ctx.spawn::<Short>(*number);
        ctx.spawn::<Long>(*number);
    }
}

/// Spawns itself again for three phases.
#[procedure(level = 0, threads = 32)]
struct Short {
    phases: Phases,
    start: Buffer<u64>,
    spent: Buffer<u64>,
}

#[execute]
impl Execute for Short {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        let (phase, time) = work(&self.phases, self.start.get(0));
        if ctx.thread() == 0 && phase < 3 {
            self.spent.fetch_add((2 * phase + self.phases.procedure) * PLACES + *number % PLACES, time as u64);
            ctx.spawn::<Short>(*number);
        }
    }
}

/// The same, with tasks of another length.
#[procedure(level = 0, threads = 32)]
struct Long {
    phases: Phases,
    start: Buffer<u64>,
    spent: Buffer<u64>,
}

#[execute]
impl Execute for Long {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        let (phase, time) = work(&self.phases, self.start.get(0));
        if ctx.thread() == 0 && phase < 3 {
            self.spent.fetch_add((2 * phase + self.phases.procedure) * PLACES + *number % PLACES, time as u64);
            ctx.spawn::<Long>(*number);
        }
    }
}

#[program]
struct Endless {
    root: Root,
    short: Short,
    long: Long,
}

/// Runs for three phases of `phase` each; the weights of `Short` and `Long` change in the second. Returns the time that
/// each took in each phase, in ticks, and its tasks.
fn run(
    device: &Device,
    policy: Policy,
    ticks: [u32; 2],
    phase: Duration,
    [before, after]: [[u32; 2]; 2],
) -> Result<([[f64; 2]; 3], [u64; 2]), Error> {
    let start = device.buffer_filled(1, u64::MAX)?;
    let spent = device.buffer::<u64>(6 * PLACES as usize)?;
    let phases =
        |procedure: u32| Phases { length: phase.as_nanos() as u64, procedure, ticks: ticks[procedure as usize] };
    let endless = Endless {
        root: Root { start: start.clone() },
        short: Short { phases: phases(0), start: start.clone(), spent: spent.clone() },
        long: Long { phases: phases(1), start, spent: spent.clone() },
    };
    let mut writer = ParameterWriter::default();
    whipple::program::encode_parameters(&endless, &mut writer);
    let parameters = writer.into_bytes();
    let description = ProgramDescription {
        name: Endless::NAME,
        procedures: Endless::PROCEDURES,
        cuda_source: Endless::CUDA_SOURCE,
        plan: const { &Endless::PLAN },
    };
    let mut engine = device.backend().prepare(description, &Options::new().policy(policy))?;
    let weights = Weights::new(Endless::PROCEDURES);
    let set = |values: [u32; 2]| weights.set(1, values[0]).and_then(|()| weights.set(2, values[1]));
    set(before)?;
    let mut items = vec![MaybeUninit::<u128>::uninit(); ROOTS as usize / 4].into_boxed_slice();
    let numbers: Vec<u32> = (0..ROOTS).collect();
    // SAFETY: both sides have room for the numbers, and the items were just made.
    unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr(), items.as_mut_ptr().cast::<u32>(), numbers.len()) };
    let seeds = [Seeds { procedure: 0, count: numbers.len(), items }];
    let run = Run {
        program: (&raw const endless).cast(),
        parameters: &parameters,
        scalars: &[],
        storages: &[],
        seeds: &seeds,
        roots: &Roots::new(0, 0).expect("no outputs"),
        seeds_unchanged: false,
        weights: &weights,
        control: &RunControl::new(None, false),
    };
    let report = thread::scope(|scope| {
        scope.spawn(|| {
            // In the middle of the second phase: the device begins a little later than this thread, and knows of the change later.
            thread::sleep(phase * 3 / 2);
            set(after)
        });
        // SAFETY: the engine was prepared for `Endless`, and the seeds are items of `Root`.
        unsafe { engine.run(run) }
    })?;
    let spent: Vec<f64> =
        spent.read()?.chunks(PLACES as usize).map(|places| places.iter().map(|&ticks| ticks as f64).sum()).collect();
    let done = [report.tasks::<Short>(), report.tasks::<Long>()];
    println!("{policy} with {before:?}, then {after:?}: {spent:?} ticks, {done:?} tasks");
    Ok(([[spent[0], spent[1]], [spent[2], spent[3]], [spent[4], spent[5]]], done))
}

/// The first one's part of the sum.
fn part([first, second]: [f64; 2]) -> f64 {
    first / (first + second)
}

fn expected(weights: [u32; 2]) -> f64 {
    part(weights.map(f64::from))
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.03, "{found:.3} instead of {expected:.3}");
}

const PHASE: Duration = Duration::from_millis(20);
const SHORT: u32 = 20_000;
const LONG: u32 = 200_000;

#[test]
fn the_program_ends_on_the_cpu() {
    for policy in [Policy::Random, Policy::Quota] {
        let ran = run(&Device::cpu(), policy, [50, 500], Duration::from_millis(3), [[1, 3]; 2]);
        ran.expect("the CPU runs");
    }
}

#[test]
fn every_policy_compiles() {
    if let Err(error) = Nvrtc::get() {
        let required = std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_some_and(|value| value == "1");
        assert!(!required, "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        return println!("skipped: {error}");
    }
    // Reductions over a warp differ between these two.
    for architecture in ["sm_75", "sm_90"] {
        for policy in Policy::ALL.iter().filter(|policy| **policy != Policy::Plan) {
            let settings = Settings::default().define("WHIPPLE_POLICY", format!("{policy:?}"));
            let compiled = compile_for(Endless::CUDA_SOURCE, Endless::NAME, architecture, &settings);
            assert_eq!(compiled.expect("it compiles").warnings, "", "{policy} for {architecture}");
        }
    }
}

#[test]
fn random_gives_turns_by_weight_on_a_gpu() {
    let Some((device, _turn)) = devices::gpu_alone() else { return };
    for weights in [[1, 3], [1, 1], [30_000, 10_000]] {
        let ran = run(&device, Policy::Random, [SHORT; 2], PHASE, [weights; 2]);
        let (_, [short, long]) = ran.expect("the GPU runs");
        assert_near(part([short as f64, long as f64]), expected(weights));
    }
}

#[test]
fn quota_gives_time_by_weight_on_a_gpu() {
    let Some((device, _turn)) = devices::gpu_alone() else { return };
    for weights in [[1, 1], [1, 3], [5, 1]] {
        let ran = run(&device, Policy::Quota, [SHORT, LONG], PHASE, [weights; 2]);
        for phase in ran.expect("the GPU runs").0 {
            assert_near(part(phase), expected(weights));
        }
    }
}

#[test]
fn quota_follows_weights_that_change_on_a_gpu() {
    let Some((device, _turn)) = devices::gpu_alone() else { return };
    for (before, after) in [([1, 1], [1, 4]), ([LARGEST_WEIGHT, 1], [1, 4]), ([1, LARGEST_WEIGHT], [4, 1])] {
        let ran = run(&device, Policy::Quota, [SHORT, LONG], 4 * PHASE, [before, after]);
        // The middle phase is left for the change.
        let ([first, _, last], _) = ran.expect("the GPU runs");
        assert_near(part(first), expected(before));
        assert_near(part(last), expected(after));
    }
}

/// What a [`Seeker`] carries: so much that a round of them may spawn more than a local queue holds.
#[device]
#[derive(Clone, Copy)]
struct Search {
    /// Tasks until the beacon is sent off.
    left: u32,
    /// How many tasks go on: no compiler knows that it is one.
    followers: u32,
    words: [u32; 30],
}

/// Goes on until a [`Beacon`] is lit, which it sends off when all other blocks have long starved.
#[procedure(level = 2, max_spawns = 8)]
struct Seeker {
    lit: Buffer<u32>,
}

#[execute]
impl Execute for Seeker {
    type Item = Search;

    fn execute(&self, ctx: &Context<Self>, search: &Search) {
        if search.left == 0 {
            ctx.spawn::<Beacon>(0);
        }
        // No plain read, which may be of an older value for ever.
        if self.lit.fetch_or(0, 0) == 0 {
            for _ in 0..search.followers {
                ctx.spawn::<Seeker>(Search { left: search.left.wrapping_sub(1), ..*search });
            }
        }
    }
}

/// A leaf of a warp.
#[procedure(level = 0, threads = 32)]
struct Beacon {
    lit: Buffer<u32>,
}

#[execute]
impl Execute for Beacon {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        if ctx.thread() == 0 {
            self.lit.fetch_or(0, 1);
        }
    }
}

#[program]
struct Shore {
    seeker: Seeker,
    beacon: Beacon,
}

/// All blocks but one starve, so that work spreads: then leaves wait, but not for a task that waits for them. Gives the most tasks that ran
/// while one waited; two run in any case, that which sends it off and one beside it.
fn a_leaf_is_not_kept_waiting_for_ever(device: &Device) -> u64 {
    let lit: Buffer<u32> = device.buffer(1).expect("a buffer");
    let shore = Shore { seeker: Seeker { lit: lit.clone() }, beacon: Beacon { lit: lit.clone() } };
    let options = Options::new().policy(Policy::FillFirst).time_limit(Duration::from_secs(100));
    // One round in sixteen is like any other: sent off before that, a leaf does not wait.
    let waited = (300..316).map(|left| {
        lit.fill(0).expect("it is dark");
        let mut launcher = Launcher::with_options(device, &shore, options.clone()).expect("a launcher");
        launcher.seed::<Seeker>(&[Search { left, followers: 1, words: [0; 30] }]).expect("seeds");
        let report = launcher.run().expect("it ends");
        assert_eq!((report.tasks::<Beacon>(), lit.read().expect("the light")), (1, vec![1]));
        report.tasks::<Seeker>() - u64::from(left)
    });
    waited.max().expect("some")
}

#[test]
fn a_leaf_is_not_kept_waiting_for_ever_on_a_gpu() {
    // The others here are of times.
    if let Some((device, _turn)) = devices::gpu_alone() {
        a_leaf_is_not_kept_waiting_for_ever(&device);
    }
}

#[test]
fn a_leaf_is_not_kept_waiting_for_ever_emulated() {
    if let Some(device) = devices::emulated() {
        let waited = a_leaf_is_not_kept_waiting_for_ever(&device);
        assert!(waited > 2, "no leaf waited, so nothing was tested: {waited}");
    }
}

/// Whether there is a flag at a place.
#[device]
fn is_flagged(place: u32) -> bool {
    !place.is_multiple_of(3)
}

/// A rope whose threads hoist a flag each.
#[procedure(level = 0, threads = 8)]
struct Rope {}

#[execute]
impl Execute for Rope {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, rope: &u32) {
        let place = *rope * 8 + ctx.thread();
        if is_flagged(place) {
            ctx.spawn::<Flag>(place);
        }
    }
}

/// One whose first thread hoists them all.
#[procedure(level = 0, threads = 8)]
struct Halyard {}

#[execute]
impl Execute for Halyard {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, rope: &u32) {
        if ctx.thread() == 0 {
            for k in 0..8u32 {
                if is_flagged(*rope * 8 + k) {
                    ctx.spawn::<Flag>(*rope * 8 + k);
                }
            }
        }
    }
}

/// A leaf of one thread.
#[procedure(level = 2)]
struct Flag {
    /// The flag that tears.
    torn: u32,
    seen: Buffer<u32>,
}

#[execute]
impl Execute for Flag {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, flag: &u32) {
        assert!(*flag != self.torn, "torn");
        self.seen.fetch_add(*flag, 1);
    }
}

/// Flags come first.
#[program]
struct Fleet {
    #[schedule(priority = 0)]
    rope: Rope,
    #[schedule(priority = 0, seeded)]
    halyard: Halyard,
    #[schedule(priority = 1, seeded)]
    flag: Flag,
}

/// Flags come last.
#[program]
struct Becalmed {
    #[schedule(priority = 1)]
    rope: Rope,
    #[schedule(priority = 0)]
    flag: Flag,
}

/// Who hoists the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    EachThread,
    OneThread,
    EachThreadBecalmed,
    /// Under fill first, which has the latest procedure last.
    EachThreadFillFirst,
}

const ROPES: u32 = 3000;

/// Hoists the flags of all ropes, and flag 0; gives the report and how often each was seen.
fn hoist(device: &Device, by: By, torn: u32) -> Result<(Report, Vec<u32>), Error> {
    let seen: Buffer<u32> = device.buffer(ROPES as usize * 8)?;
    let flag = Flag { torn, seen: seen.clone() };
    let ropes: Vec<u32> = (0..ROPES).collect();
    let report = match by {
        By::EachThreadBecalmed => {
            let program = Becalmed { rope: Rope {}, flag };
            Launcher::new(device, &program)?.seed::<Rope>(&ropes)?.run()?
        }
        _ => {
            let program = Fleet { rope: Rope {}, halyard: Halyard {}, flag };
            let policy = if by == By::EachThreadFillFirst { Policy::FillFirst } else { Policy::Plan };
            let mut launcher = Launcher::with_options(device, &program, Options::new().policy(policy))?;
            if by == By::OneThread {
                launcher.seed::<Halyard>(&ropes)?;
            } else {
                launcher.seed::<Rope>(&ropes)?;
            }
            launcher.seed::<Flag>(&[0])?.run()?
        }
    };
    Ok((report, seen.read()?))
}

/// Leaves that come before the task that spawns them run in its threads: no queue ever holds one. Of several that a thread spawns one does, and
/// those that come last all wait. Each is seen once, and a leaf that panics is the one that is named.
fn leaves_run_in_place(device: &Device) {
    for by in [By::EachThread, By::OneThread, By::EachThreadBecalmed, By::EachThreadFillFirst] {
        let (report, seen) = hoist(device, by, u32::MAX).expect("it runs");
        for (place, seen) in (0..).zip(&seen) {
            let initial = by != By::EachThreadBecalmed && place == 0;
            assert_eq!(*seen, u32::from(is_flagged(place) || initial), "flag {place}");
        }
        assert_eq!(report.tasks::<Flag>(), seen.iter().map(|seen| u64::from(*seen)).sum::<u64>(), "{report}");
        let waited = report.procedure::<Flag>().expect("a line").longest_queue.expect("a queue");
        // The initial one does in any case.
        assert_eq!(waited > 1, by != By::EachThread, "{by:?}: {report}");
    }
    // The first flag of a thread, and one that others have run before.
    for (by, torn) in [(By::EachThread, 8), (By::OneThread, 10)] {
        let error = hoist(device, by, torn).expect_err("a flag is torn");
        assert_eq!(error.device_panic().map(|panic| panic.procedure.as_str()), Some("Flag"), "{error}");
    }
}

#[test]
fn leaves_run_in_place_on_a_gpu() {
    // The others here are of times.
    if let Some((device, _turn)) = devices::gpu_alone() {
        leaves_run_in_place(&device);
    }
}

#[test]
fn leaves_run_in_place_emulated() {
    if let Some(device) = devices::emulated() {
        leaves_run_in_place(&device);
    }
}
