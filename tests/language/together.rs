//! Functions that get the context, which the threads of a task call together: in loops on the CPU, the same as by coroutines and as on other devices.

use crate::{devices, harness};
use whipple::{
    prelude::*,
    procedure::{BlockLevel, Procedure, WarpLevel},
    program::Program,
};

#[device]
pub const LANES: u32 = 12;

#[device]
pub const THREADS: u32 = 72;

#[device]
pub fn mixed(a: u32, b: u32) -> u32 {
    (a ^ b.rotate_left(9)).wrapping_mul(0x9e37_79b1).rotate_left(5) ^ b
}

/// What a function finds.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found {
    pub most: u32,
    pub own: Option<u32>,
}

/// Without a meeting: each thread by itself.
#[device]
pub fn share<P: Procedure>(ctx: &Context<P>, length: u32) -> u32 {
    if ctx.thread() % 3 == 1 {
        return length;
    }
    length / ctx.threads() + ctx.thread()
}

/// All threads leave early, or one by one behind the last meeting.
#[device]
pub fn found<P: WarpLevel>(ctx: &Context<P>, word: u32, early: bool, (low, high): (u32, u32)) -> Found {
    let most = ctx.reduce_max(word % high);
    if early {
        return Found { most: low, own: None };
    }
    if most == low {
        return Found { most, own: Some(ctx.reduce_add(1)) };
    }
    let own = ctx.thread();
    if own == 5 {
        return Found { most, own: Some(word) };
    }
    let half = if word % 2 == 0 { Some(word / 2) } else { None };
    Found { most, own: half }
}

/// A parameter that changes, and a function that calls another.
#[device]
pub fn rounds<P: WarpLevel>(ctx: &Context<P>, mut word: u32, times: u32) -> u32 {
    for round in 0..times {
        let found = found(ctx, word, round == 4, (round, 97));
        word = mixed(word, found.most + found.own.unwrap_or(round));
        if found.own.is_some() {
            word ^= 1;
        }
    }
    word ^ share(ctx, times) ^ ctx.ballot(word % 3 == 0)
}

/// With `?` behind the last meeting.
#[device]
pub fn third<P: WarpLevel>(ctx: &Context<P>, word: Option<u32>) -> Option<u32> {
    let holders = ctx.ballot(word.is_some());
    let word = word?;
    if word % 3 == 0 { Some(word / 3 + holders) } else { None }
}

/// What each way of a `match` gives.
#[device]
pub fn way<P: WarpLevel>(ctx: &Context<P>, item: u32, word: u32) -> (u32, bool) {
    match item % 4 {
        0 => (word, false),
        1 => (ctx.shuffle_xor(word, 1), true),
        other => {
            let any = ctx.any(word % 8 == other);
            if any {
                let sum = ctx.reduce_add(word % 16);
                (sum, ctx.all(word > 3))
            } else {
                (word ^ other, any)
            }
        }
    }
}

#[procedure(level = 0, threads = LANES)]
pub struct Lanes {
    pub results: Buffer<u32>,
    pub words: Buffer<u32>,
    pub notes: Buffer<u32>,
}

#[execute]
impl Execute for Lanes {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let own = ctx.thread();
        let word = self.words.get(own + *item);
        let first = rounds(ctx, word, 2 + *item % 5);
        let pair = way(ctx, *item, first);
        let mut sum = mixed(first, pair.0) + pair.1 as u32;
        if *item % 2 == 1 {
            let some = if sum % 5 != 0 { Some(sum) } else { None };
            sum ^= third(ctx, some).unwrap_or(7);
        }
        // The context's own operations and functions as operands.
        sum = mixed(sum, share::<Self>(ctx, sum % 100) + ctx.reduce_min(sum)) ^ rounds(ctx, sum, *item % 2);
        // What an operand does with the result of a meeting, it does before the next one.
        let place = *item * LANES + own;
        let ordered = mixed(self.notes.fetch_add_relaxed(place, 1 + ctx.any(sum % 3 == 1) as u32), 3)
            ^ ctx.reduce_add(self.notes.get(place) % 100);
        sum = mixed(sum, ordered);
        let Found { most, own: found } = found(ctx, sum, false, (3, 11 + *item));
        self.results.set(*item * LANES + own, mixed(sum ^ most, found.unwrap_or(own)));
    }
}

/// A running sum over the block.
#[device]
pub fn summed<P: BlockLevel>(ctx: &Context<P>, memory: &SharedArray<u32, 72>, value: u32) -> u32 {
    let own = ctx.thread();
    memory.set(own, value);
    ctx.barrier();
    let mut by = 1;
    while by < ctx.threads() {
        let before = if own >= by { memory.get(own - by) } else { 0 };
        ctx.barrier();
        memory.set(own, memory.get(own).wrapping_add(before));
        ctx.barrier();
        by *= 2;
    }
    let sum = memory.get(own);
    ctx.barrier();
    sum
}

/// Gives nothing.
#[device]
pub fn note<P: BlockLevel>(ctx: &Context<P>, counts: &Buffer<u32>, place: u32, value: u32) {
    if place % 2 == 0 {
        let odd = ctx.barrier_count(value % 2 == 1);
        if ctx.thread() == 0 {
            counts.fetch_add(place, odd);
        }
    } else {
        if ctx.thread() == 3 {
            return;
        }
        counts.fetch_add(place, value % 2);
    }
}

#[procedure(level = 1, threads = THREADS, shared = SharedArray<u32, 72>)]
pub struct Sums {
    pub results: Buffer<u32>,
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Sums {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let own = ctx.thread();
        let mut value = mixed(own, *item);
        for turn in 0..3 {
            value = summed(ctx, ctx.shared(), value % 1000) + turn;
            note(ctx, &self.counts, *item, value);
        }
        self.results.set(*item * THREADS + own, value);
    }
}

/// With a closure of the caller's: the threads stay coroutines.
#[device]
pub fn chosen<P: WarpLevel>(ctx: &Context<P>, value: u32, choose: impl Fn(u32) -> u32) -> u32 {
    choose(value) + ctx.reduce_max(value)
}

#[procedure(level = 0, threads = LANES)]
pub struct Chosen {
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Chosen {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let value = mixed(ctx.thread(), *item);
        let result = chosen(ctx, value / 2, |value| value % 100 + *item);
        self.results.set(*item * LANES + ctx.thread(), result);
    }
}

#[program]
pub struct Together {
    #[schedule(seeded)]
    pub lanes: Lanes,
    #[schedule(seeded)]
    pub sums: Sums,
    #[schedule(seeded)]
    pub chosen: Chosen,
}

const ITEMS: u32 = 9;

fn run(device: &Device, replay: Option<u64>) -> Result<[Vec<u32>; 4], Error> {
    let buffer = |length: u32| device.buffer_filled((ITEMS * length) as usize, 0);
    let words: Vec<u32> = (0..ITEMS + LANES).map(|k| mixed(k, 77)).collect();
    let program = Together {
        lanes: Lanes { results: buffer(LANES)?, words: device.buffer_from(&words)?, notes: buffer(LANES)? },
        sums: Sums { results: buffer(THREADS)?, counts: buffer(1)? },
        chosen: Chosen { results: buffer(LANES)? },
    };
    let options = replay.map_or_else(Options::new, |seed| Options::new().replay(seed));
    let mut launcher = Launcher::with_options(device, &program, options)?;
    let items: Vec<u32> = (0..ITEMS).collect();
    launcher.seed::<Lanes>(&items)?.seed::<Sums>(&items)?.seed::<Chosen>(&items)?;
    launcher.run()?;
    let Together { lanes, sums, chosen } = &program;
    Ok([lanes.results.read()?, sums.results.read()?, sums.counts.read()?, chosen.results.read()?])
}

#[test]
fn loops_equal_coroutines() {
    const {
        assert!(Lanes::IN_LOOPS && Sums::IN_LOOPS && !Chosen::IN_LOOPS, "all but one run as loops");
    }
    let by_loops = run(&Device::cpu(), None).expect("the program runs");
    let different: std::collections::BTreeSet<u32> = by_loops[0].iter().copied().collect();
    assert!(different.len() > 90, "{by_loops:?}");
    for seed in 0..8 {
        assert_eq!(run(&Device::cpu(), Some(seed)).expect("the program runs"), by_loops, "replay {seed}");
    }
}

#[test]
fn sums_are_those_of_plain_rust() {
    let [_, sums, counts, _] = run(&Device::cpu(), None).expect("the program runs");
    for item in 0..ITEMS {
        let mut values: Vec<u32> = (0..THREADS).map(|own| mixed(own, item)).collect();
        let mut odd = 0;
        for turn in 0..3 {
            let mut sum = 0;
            for (own, value) in (0..).zip(&mut values) {
                sum += *value % 1000;
                *value = sum + turn;
                odd += if item % 2 == 1 && own == 3 { 0 } else { *value % 2 };
            }
        }
        assert_eq!(sums[(item * THREADS) as usize..][..THREADS as usize], values, "item {item}");
        assert_eq!(counts[item as usize], odd, "item {item}");
    }
}

#[test]
fn compiles_for_architectures() {
    harness::compile(Together::NAME, Together::CUDA_SOURCE);
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

/// Fails in a function.
#[device]
pub fn failing<P: WarpLevel>(ctx: &Context<P>, values: &Buffer<u32>, at: u32) -> u32 {
    let most = ctx.reduce_max(at);
    let value = values.get(at);
    value + most
}

#[procedure(level = 0, threads = 8)]
pub struct Fails {
    pub values: Buffer<u32>,
}

#[execute]
impl Execute for Fails {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let own = ctx.thread();
        let sum = failing(ctx, &self.values, own + *item);
        self.values.set(own, sum);
    }
}

#[program]
pub struct Failing {
    #[schedule(seeded)]
    pub fails: Fails,
}

#[test]
fn a_panic_in_a_function_names_its_line_and_thread() {
    const { assert!(Fails::IN_LOOPS, "the body runs as loops") };
    let device = Device::cpu();
    let program = Failing { fails: Fails { values: device.buffer_filled(10, 1).expect("a buffer") } };
    let mut launcher = Launcher::new(&device, &program).expect("a launcher");
    launcher.seed::<Fails>(&[5]).expect("seeds");
    let error = launcher.run().expect_err("thread 5 reads beyond the end").to_string();
    let line =
        1 + include_str!("together.rs").lines().position(|line| line.contains("values.get(at)")).expect("it is there");
    assert!(error.contains(&format!("together.rs:{line}")) && error.contains("thread 5"), "{error}");
}
