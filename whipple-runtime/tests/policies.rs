//! What the weighted policies give each procedure on the CPU: turns, and shares of the time.

mod support;
use std::{
    mem::MaybeUninit,
    sync::{LazyLock, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};
use support::*;
use whipple_runtime::{
    backend::{ProgramDescription, Roots, Run, Seeds},
    control::RunControl,
    weights::{LARGEST_WEIGHT, Weights},
};

/// Nanoseconds since the first call.
fn now() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

/// Tasks that spawn themselves again for three phases, so that their procedure never runs out of work.
macro_rules! endless {
    ($name:ident, $index:expr) => {
        procedure!($name { start: u64, phase: u64, task: u64, spent: Buffer<u64> }, Thread, 1, ());
        spawns!($name => $name);

        impl Execute for $name {
            type Item = u32;
            fn execute(&self, ctx: &Context<Self>, &number: &u32) {
                let begin = now();
                while now() - begin < self.task {}
                let phase = (begin - self.start) / self.phase;
                if phase < 3 {
                    self.spent.fetch_add(2 * phase as u32 + $index, now() - begin);
                    ctx.spawn::<$name>(number);
                }
            }
        }
    };
}
endless!(Short, 0);
endless!(Long, 1);
program!(Endless { short: Short, long: Long });

/// Runs both procedures for three phases of `phase` each; the weights change after the first. Returns the time that each
/// spent in each phase, and its tasks.
fn run(
    options: &Options,
    tasks: [Duration; 2],
    phase: Duration,
    [before, after]: [[u32; 2]; 2],
) -> ([[f64; 2]; 3], [u64; 2]) {
    // The tests would take each other's time.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let device = Device::cpu();
    let spent = device.buffer::<u64>(6).unwrap();
    let (start, phase_time) = (now(), phase.as_nanos() as u64);
    let [short, long] = tasks.map(|task| task.as_nanos() as u64);
    let endless = Endless {
        short: Short { start, phase: phase_time, task: short, spent: spent.clone() },
        long: Long { start, phase: phase_time, task: long, spent: spent.clone() },
    };
    let description = ProgramDescription {
        name: Endless::NAME,
        procedures: Endless::PROCEDURES,
        cuda_source: "",
        plan: const { &Endless::PLAN },
    };
    let mut engine = device.backend().prepare(description, options).unwrap();
    let weights = Weights::new(Endless::PROCEDURES);
    let set = |values: [u32; 2]| (0..2).for_each(|index| weights.set(index, values[index]).unwrap());
    set(before);
    let seeds: Vec<Seeds> = (0..2)
        .map(|procedure| Seeds { procedure, count: 64, items: vec![MaybeUninit::new(0); 16].into_boxed_slice() })
        .collect();
    let run = Run {
        program: (&raw const endless).cast(),
        parameters: &[],
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
            thread::sleep(phase);
            set(after);
        });
        // SAFETY: the engine was prepared for `Endless`, and the seeds are items of `u32`.
        unsafe { engine.run(run) }.unwrap()
    });
    let spent: Vec<f64> = spent.read().unwrap().into_iter().map(|time| time as f64).collect();
    let done = [report.tasks::<Short>(), report.tasks::<Long>()];
    println!("{} with {before:?}, then {after:?}: {spent:?} ns, {done:?} tasks", options.policy);
    ([[spent[0], spent[1]], [spent[2], spent[3]], [spent[4], spent[5]]], done)
}

/// The first one's part of the sum.
fn part([first, second]: [f64; 2]) -> f64 {
    first / (first + second)
}

/// A busy machine may take a worker away for several milliseconds in one task.
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.1, "{found:.3} instead of {expected:.3}");
}

const MICROSECOND: Duration = Duration::from_micros(1);
const PHASE: Duration = Duration::from_millis(60);

#[test]
fn random_gives_turns_by_weight() {
    // A task of 25 us is a turn by itself.
    let tasks = [25 * MICROSECOND; 2];
    let options = Options::new().policy(Policy::Random).workers(1);
    for weights in [[1, 3], [1, 1], [30_000, 10_000]] {
        let (_, [short, long]) = run(&options, tasks, PHASE, [weights; 2]);
        assert!(short + long > 500, "too few turns to judge");
        let [first, second] = weights.map(f64::from);
        assert_near(short as f64 / (short + long) as f64, first / (first + second));
    }
}

#[test]
fn quota_gives_time_by_weight_whatever_tasks_cost() {
    for workers in [1, 2] {
        let options = Options::new().policy(Policy::Quota).workers(workers);
        for (tasks, weights) in [([10, 90], [1, 1]), ([10, 90], [1, 3]), ([90, 10], [1, 3]), ([40, 40], [9, 1])] {
            let (spent, _) = run(&options, tasks.map(|task| task * MICROSECOND), PHASE, [weights; 2]);
            let expected = f64::from(weights[0]) / f64::from(weights[0] + weights[1]);
            let whole = [0, 1].map(|procedure| spent.iter().map(|phase| phase[procedure]).sum());
            assert_near(part(whole), expected);
        }
    }
}

#[test]
fn quota_follows_weights_that_change_while_it_runs() {
    let options = Options::new().policy(Policy::Quota).workers(2);
    let tasks = [10 * MICROSECOND, 60 * MICROSECOND];
    for (before, after) in [([1, 1], [1, 4]), ([LARGEST_WEIGHT, 1], [1, 4]), ([1, LARGEST_WEIGHT], [4, 1])] {
        // The middle phase is left for the change.
        let ([first, _, last], _) = run(&options, tasks, 2 * PHASE, [before, after]);
        assert_near(part(first), f64::from(before[0]) / f64::from(before[0] + before[1]));
        assert_near(part(last), f64::from(after[0]) / f64::from(after[0] + after[1]));
    }
}

#[test]
fn weights_out_of_range_are_refused() {
    let weights = Weights::new(Endless::PROCEDURES);
    for wrong in [0, LARGEST_WEIGHT + 1, u32::MAX] {
        let error = weights.set(0, wrong).unwrap_err();
        assert!(matches!(error, Error::Options { option: "weight", .. }), "{error}");
        assert_eq!(weights.get(0), 1);
    }
    let spent = Device::cpu().buffer::<u64>(6).unwrap();
    let endless = Endless {
        short: Short { start: 0, phase: 1, task: 0, spent: spent.clone() },
        long: Long { start: 0, phase: 1, task: 0, spent },
    };
    let mut launcher = Launcher::new(&Device::cpu(), &endless).unwrap();
    assert!(launcher.set_weight::<Long>(0).is_err());
    launcher.set_weight::<Short>(2).unwrap().set_weight::<Long>(LARGEST_WEIGHT).unwrap();
}

#[test]
fn policies_are_named_in_words() {
    for &policy in Policy::ALL {
        assert_eq!(policy.to_string().parse::<Policy>().unwrap(), policy);
    }
    let error = "robin".parse::<Policy>().unwrap_err().to_string();
    assert!(error.contains("robin") && error.contains("round-robin, fullest,"), "{error}");
}
