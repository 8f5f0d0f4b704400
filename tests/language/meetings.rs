//! Bodies that the CPU splits into loops over the threads of a task: the same as by coroutines, which a replayed schedule takes where it reverses
//! the threads, and as on other devices.

use crate::{devices, harness};
use std::collections::BTreeSet;
use whipple::{prelude::*, program::Program};

#[device]
pub const LANES: u32 = 12;

#[device]
pub const THREADS: u32 = 72;

/// What is no `Copy`.
#[device]
#[derive(Clone)]
pub struct Steps {
    pub state: u32,
    pub last: Option<u32>,
}

#[device]
impl Steps {
    /// The next number.
    pub fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.state ^ self.last.replace(self.state).unwrap_or(0)) >> 8
    }
}

#[device]
pub fn mixed(a: u32, b: u32) -> u32 {
    (a ^ b.wrapping_mul(0x9e37_79b9)).rotate_left(5)
}

/// Barriers inside of loops and branches, with variables of each kind around them.
#[procedure(level = 1, threads = THREADS, shared = SharedArray<u32, 72>)]
pub struct Barriers {
    pub results: Buffer<u32>,
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Barriers {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let (own, shared) = (ctx.thread(), ctx.shared());
        let (mut sum, mut steps) = (own * 3, Steps { state: own ^ *item, last: None });
        let mut round = 0;
        // The same for all threads until one of them changes it.
        let mut shift = 1;
        let found = if own % 3 == 1 { Some((own, *item)) } else { None };
        'rounds: while round < 4 {
            shared.set(own, sum);
            ctx.barrier();
            let other = shared.get((own + round + 1) % ctx.threads());
            ctx.barrier();
            round += 1;
            if *item == 2 && round == 2 {
                continue;
            }
            for turn in (0..round).rev() {
                // Another variable of that name.
                let sum = mixed(sum, turn);
                if own == turn {
                    shift += 1;
                }
                if ctx.barrier_count(sum % 2 == 0) > 42 && *item > 3 {
                    break 'rounds;
                }
                shared.set(own, sum ^ steps.next());
            }
            sum = mixed(sum, other << shift);
            if ctx.barrier_any(sum % 64 == 5) || *item % 2 == 1 && ctx.barrier_all(sum != 7) {
                sum ^= steps.next();
            } else {
                let kept = steps.clone().next();
                ctx.barrier();
                sum = mixed(kept, sum);
            }
        }
        let mut passed = 0;
        for turn in 0..3 {
            if ctx.barrier_any(own * turn == 66) {
                sum ^= turn;
            }
            if (own + turn) % 3 == 1 {
                continue;
            }
            passed += 1;
            self.counts.fetch_add(*item, passed);
        }
        sum = mixed(sum, passed);
        if *item == 5 {
            self.results.set(*item * THREADS + own, sum);
            return;
        }
        ctx.barrier();
        let last = steps;
        if own % 5 == 4 {
            self.counts.fetch_add(*item, own);
            self.results.set(*item * THREADS + own, last.state);
            return;
        }
        let (seen, place) = found.unwrap_or((own, *item));
        self.results.set(place * THREADS + own, mixed(sum, seen));
    }
}

/// What lanes give to each other, inside of expressions whose other operands have effects.
#[procedure(level = 0, threads = LANES)]
pub struct Lanes {
    pub results: Buffer<u32>,
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Lanes {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &item: &u32) {
        let own = ctx.thread();
        let mut steps = Steps { state: item, last: None };
        let mut value = mixed(steps.next(), ctx.shuffle_up(own * 5, 1 + item % 2));
        value = mixed(self.counts.fetch_add(item * LANES + own, 2), ctx.reduce_max(value) - value);
        let pair = (steps.next() % 7, ctx.shuffle_xor((value % 9, own).0, own % 4), ctx.ballot(value % 3 == 0));
        let mut distance = LANES / 2;
        while distance > 0 && ctx.any(value % 16 != 3) {
            value ^= ctx.shuffle_down(value, distance) ^ ctx.shuffle(pair.1, distance);
            distance /= 2;
        }
        let total = ctx.reduce_add(value as f32);
        self.results.set(item * LANES + own, mixed(value, total as u32) ^ pair.0 ^ pair.2);
    }
}

/// Closures and iterators around barriers and between them.
#[procedure(level = 1, threads = THREADS, shared = SharedArray<u32, 72>)]
pub struct Chains {
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Chains {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let (own, shared) = (ctx.thread(), ctx.shared());
        let with_own = |x: u32| mixed(x, own);
        let mut sum = with_own(*item);
        for turn in 0..3 {
            shared.set(own, sum);
            ctx.barrier();
            let others = (1..5).map(|k| shared.get((own + k) % ctx.threads())).fold(0, |a, b| a ^ b);
            let larger = [sum, others, turn].iter().copied().filter(|x| x % 2 == 1).max();
            ctx.barrier();
            sum = mixed(sum, larger.unwrap_or(others)) ^ turn;
        }
        let mut rounds = 0;
        for (index, turn) in (0..6).filter(|turn| turn % 3 != 1).enumerate() {
            shared.set(own, sum ^ turn);
            ctx.barrier();
            rounds += index as u32;
            sum ^= shared.get((own + turn) % ctx.threads());
            ctx.barrier();
        }
        let mut left = 2;
        let mut step = move |by: u32| {
            left += by;
            left
        };
        let steps = step(own) ^ step(rounds);
        ctx.barrier();
        let kept = Some(sum).filter(|sum| sum % 5 != 1).map_or(steps, |sum| with_own(sum) ^ left);
        self.results.set(*item * THREADS + own, kept);
    }
}

#[device]
pub const TWICE: u32 = 2;

/// What a task is to do.
#[device]
#[derive(Clone, Copy)]
pub enum Step {
    Nothing,
    Turn(u32),
    Sum { from: u32, to: u32 },
}

#[device]
pub fn step_of(item: u32, round: u32) -> Step {
    match (item + round) % 4 {
        0 => Step::Nothing,
        1 => Step::Turn(item + 3),
        _ => Step::Sum { from: round, to: round + item % 3 },
    }
}

#[device]
pub fn even(n: u32) -> Option<u32> {
    if n % 2 == 0 { Some(n / 2) } else { None }
}

/// Barriers in the arms of `match` and `if let`.
#[procedure(level = 1, threads = THREADS, shared = SharedArray<u32, 72>)]
pub struct Cases {
    pub results: Buffer<u32>,
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Cases {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let (own, shared) = (ctx.thread(), ctx.shared());
        let mut sum = mixed(own, *item);
        let mut left = *item;
        for round in 0..5 {
            match step_of(*item, round) {
                Step::Nothing => sum ^= 1,
                Step::Turn(by) => {
                    shared.set(own, sum);
                    ctx.barrier();
                    let other = shared.get((own + by) % ctx.threads());
                    ctx.barrier();
                    sum = mixed(sum, other + by);
                }
                Step::Sum { from, to } => {
                    for k in from..to {
                        sum = mixed(sum, ctx.barrier_count(sum % 3 == k % 3));
                        if k == 3 {
                            continue;
                        }
                        ctx.barrier();
                    }
                }
            }
            if let Some(half) = even(left) {
                let least = ctx.barrier_any(sum % 5 == half % 5);
                left = half + 1;
                sum ^= (least as u32) << 3;
            } else if round == 3 {
                ctx.barrier();
                sum += 1;
            } else {
                left += 1;
            }
            match round {
                TWICE => {
                    ctx.barrier();
                    sum += TWICE;
                }
                other => sum ^= other << 4,
            }
            match (*item % 3, round) {
                (0, 0 | TWICE) => ctx.barrier(),
                (TWICE, 0) => {
                    ctx.barrier();
                    sum ^= 8;
                }
                (0, _) if left == 1 => break,
                (1, r @ 1..=3) => {
                    shared.set(own, sum ^ r);
                    ctx.barrier();
                    sum = mixed(shared.get(own ^ 1), r);
                    ctx.barrier();
                }
                (_, 4) => {
                    self.counts.fetch_add(*item, sum);
                    match ctx.barrier_count(sum % 2 == 0) {
                        36.. => sum += 5,
                        few => {
                            sum ^= few;
                            ctx.barrier();
                        }
                    }
                }
                _ => {}
            }
        }
        self.results.set(*item * THREADS + own, sum);
    }
}

#[program]
pub struct Loops {
    #[schedule(seeded)]
    pub barriers: Barriers,
    #[schedule(seeded)]
    pub lanes: Lanes,
    #[schedule(seeded)]
    pub chains: Chains,
    #[schedule(seeded)]
    pub cases: Cases,
}

const ITEMS: u32 = 7;

fn replayed(seed: Option<u64>) -> Options {
    seed.map_or_else(Options::new, |seed| Options::new().replay(seed))
}

fn run(device: &Device, replay: Option<u64>) -> Result<[Vec<u32>; 7], Error> {
    let buffer = |length: u32| device.buffer_filled((ITEMS * length) as usize, 0);
    let program = Loops {
        barriers: Barriers { results: buffer(THREADS)?, counts: buffer(1)? },
        lanes: Lanes { results: buffer(LANES)?, counts: buffer(LANES)? },
        chains: Chains { results: buffer(THREADS)? },
        cases: Cases { results: buffer(THREADS)?, counts: buffer(1)? },
    };
    let mut launcher = Launcher::with_options(device, &program, replayed(replay))?;
    let items: Vec<u32> = (0..ITEMS).collect();
    launcher.seed::<Barriers>(&items)?.seed::<Lanes>(&items)?.seed::<Chains>(&items)?.seed::<Cases>(&items)?;
    launcher.run()?;
    let Loops { barriers, lanes, chains, cases } = &program;
    let of_barriers = [&barriers.results, &barriers.counts];
    let others = [&lanes.results, &lanes.counts, &chains.results, &cases.results, &cases.counts];
    let mut read = [const { Vec::new() }; 7];
    for (elements, buffer) in read.iter_mut().zip(of_barriers.into_iter().chain(others)) {
        *elements = buffer.read()?;
    }
    Ok(read)
}

#[test]
fn loops_equal_coroutines() {
    const {
        assert!(Lanes::IN_LOOPS && Cases::IN_LOOPS, "both bodies run as loops");
    }
    let by_loops = run(&Device::cpu(), None).expect("the program runs");
    let different: BTreeSet<u32> = by_loops[0].iter().copied().collect();
    assert!(different.len() > 400, "{by_loops:?}");
    for seed in 0..8 {
        assert_eq!(run(&Device::cpu(), Some(seed)).expect("the program runs"), by_loops, "replay {seed}");
    }
}

#[test]
fn compiles_for_architectures() {
    harness::compile(Loops::NAME, Loops::CUDA_SOURCE);
}

#[test]
fn emulation_equals_the_cpu() {
    if let Some(device) = devices::emulated() {
        let expected = run(&Device::cpu(), None).expect("the program runs");
        assert_eq!(run(&device, None).expect("the program runs"), expected);
    }
}

#[test]
fn gpu_equals_the_cpu() {
    if let Some(device) = devices::gpu() {
        let expected = run(&Device::cpu(), None).expect("the program runs");
        assert_eq!(run(&device, None).expect("the program runs"), expected);
    }
}

/// A thread that fails behind a barrier.
#[procedure(level = 1, threads = 40)]
pub struct Fails {
    pub numbers: Buffer<u32>,
}

#[execute]
impl Execute for Fails {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let own = ctx.thread();
        self.numbers.fetch_add(0, own);
        ctx.barrier();
        assert!(own < *item, "too far");
        ctx.barrier();
        self.numbers.set(1, own);
    }
}

#[program]
pub struct Failing {
    pub fails: Fails,
}

#[test]
fn a_panic_names_its_thread_and_line() {
    let mut lines = Vec::new();
    for replay in [None, Some(0), Some(1), Some(2), Some(3)] {
        let device = Device::cpu();
        let program = Failing { fails: Fails { numbers: device.buffer(2).expect("a buffer") } };
        let mut launcher = Launcher::with_options(&device, &program, replayed(replay)).expect("a launcher");
        match launcher.seed::<Fails>(&[33]).expect("a task").run() {
            Err(Error::DevicePanic(panic)) => {
                // Reversed, the last one is the first to fail.
                assert!(matches!(panic.thread, 33 | 39), "{panic:?}");
                assert!(replay.is_some() || panic.thread == 33, "{panic:?}");
                assert_eq!(panic.message, "too far");
                lines.push(panic.line);
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(program.fails.numbers.read().expect("numbers"), [39 * 40 / 2, 0]);
    }
    assert!(lines.iter().all(|line| *line == lines[0] && *line > 0), "{lines:?}");
}

/// Threads count what they spawn over all loops.
#[procedure(level = 1, threads = 32, max_spawns = 3)]
pub struct Spawns {
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Spawns {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        for _ in 0..*item {
            if ctx.thread() % 4 == 1 {
                ctx.spawn::<Leaf>(ctx.thread());
            }
            ctx.barrier();
        }
    }
}

#[procedure(level = 2)]
pub struct Leaf {
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Leaf {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, item: &u32) {
        self.counts.fetch_add(*item, 1);
    }
}

#[program]
pub struct Spawning {
    pub spawns: Spawns,
    pub leaf: Leaf,
}

#[test]
fn spawns_are_counted_over_all_loops() {
    let run = |times: u32| {
        let device = Device::cpu();
        let counts = device.buffer(32).expect("a buffer");
        let program = Spawning { spawns: Spawns { counts: counts.clone() }, leaf: Leaf { counts: counts.clone() } };
        let mut launcher = Launcher::new(&device, &program).expect("a launcher");
        let result = launcher.seed::<Spawns>(&[times]).expect("a task").run().map(drop);
        (result, counts.read().expect("counts"))
    };
    let (result, counts) = run(3);
    result.expect("as many as it may");
    assert_eq!(counts, (0..32).map(|thread| if thread % 4 == 1 { 3 } else { 0 }).collect::<Vec<_>>());
    let Err(Error::DevicePanic(panic)) = run(4).0 else { panic!("more than it may") };
    assert_eq!(panic.thread, 1);
}

/// Its threads disagree about a barrier: what a method gives depends on who comes first, and the compiler does not see that.
#[procedure(level = 1, threads = 32)]
pub struct Diverges {
    pub counts: Buffer<u32>,
}

#[device]
impl Diverges {
    fn ticket(&self) -> u32 {
        self.counts.fetch_add(0, 1)
    }
}

#[execute]
impl Execute for Diverges {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        if self.ticket() < *item {
            ctx.barrier();
        }
    }
}

#[program]
pub struct Diverging {
    pub diverges: Diverges,
}

#[test]
fn threads_that_disagree_about_a_barrier_are_told() {
    for replay in [None, Some(0), Some(1), Some(2), Some(3)] {
        let device = Device::cpu();
        let program = Diverging { diverges: Diverges { counts: device.buffer(1).expect("a buffer") } };
        let mut launcher = Launcher::with_options(&device, &program, replayed(replay)).expect("a launcher");
        match launcher.seed::<Diverges>(&[10]).expect("a task").run() {
            Err(Error::DevicePanic(panic)) => {
                assert!(panic.message.starts_with("the threads of a task diverge: "), "{panic:?}");
                assert!(panic.file.ends_with("meetings.rs") && panic.line > 0, "{panic:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// What all threads do once fails for the first of them.
#[procedure(level = 1, threads = 32)]
pub struct Divides {
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Divides {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let mut part = 100_u32;
        self.results.set(ctx.thread(), 1);
        ctx.barrier();
        part /= *item;
        self.results.set(ctx.thread(), part);
        ctx.barrier();
    }
}

#[program]
pub struct Dividing {
    pub divides: Divides,
}

#[test]
fn what_is_done_once_fails_for_the_first_thread() {
    let device = Device::cpu();
    let program = Dividing { divides: Divides { results: device.buffer(32).expect("a buffer") } };
    let mut launcher = Launcher::new(&device, &program).expect("a launcher");
    match launcher.seed::<Divides>(&[0]).expect("a task").run() {
        Err(Error::DevicePanic(panic)) => assert_eq!(panic.thread, 0, "{panic:?}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(program.divides.results.read().expect("results"), [1; 32]);
}
