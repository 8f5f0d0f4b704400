//! What a context, shared memory and buffers give to a task: the same on the CPU executor and on a GPU as computed here
//! by plain Rust for all threads of a task.

use crate::{
    devices, harness,
    input::{bits, long_bits, mix},
};
use whipple::{
    prelude::*,
    procedure::{BlockLevel, Procedure, WarpLevel},
    program::Program,
};

/// Not a whole warp, and no power of two.
#[device]
pub const LANES: u32 = 20;

#[device]
pub const THREADS: u32 = 96;

/// A record of several words.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Record {
    pub position: Vec3,
    pub number: u32,
    pub key: u64,
    pub tags: [u8; 8],
}

#[device]
pub struct LaneScratch {
    pub values: SharedArray<u32, 20>,
    pub count: Shared<u32>,
    pub records: SharedArray<Record, 4>,
}

/// Warp operations.
#[procedure(level = 0, threads = LANES, shared = LaneScratch)]
pub struct Lanes {
    pub results: Buffer<u64>,
}

#[device]
impl Lanes {
    /// The type `Shared`, which is no shared memory of the procedure here.
    fn counted(&self, count: &Shared<u32>) -> u32 {
        count.get()
    }
}

#[device]
pub fn lane_value(lane: u32, seed: u32) -> u32 {
    (lane * 7 + seed * 3) % 23
}

#[device]
impl Record {
    fn number_of(&self, lane: u32) -> u64 {
        self.key * (lane as u64 + 1) + 6_000_000_000
    }

    /// A method with the context of any procedure.
    fn tagged<P: Procedure>(&self, ctx: &Context<P>) -> u8 {
        let mut best = 0;
        for tag in self.tags {
            if tag > best {
                best = tag;
            }
        }
        best + ctx.threads() as u8
    }
}

/// Of a context of any procedure of level 0: rustc finds the types of the literals.
#[device]
pub fn number_in_lane<P: WarpLevel>(ctx: &Context<P>, record: &Record, gaps: impl Fn(u64) -> u64) -> u64 {
    let mut number = 0;
    let mut found = None;
    for lane in 0..ctx.threads() {
        if lane == ctx.thread() {
            number = record.number_of(lane);
            found = Some(3);
        }
    }
    let scale: u8 = found.unwrap_or(1);
    let best = 0.1;
    number + gaps(5_000_000_000) + scale as u64 + long_bits(best) % 255 + ctx.reduce_add(1) as u64
}

/// The same of any context, with a constant as a parameter.
#[device]
pub fn sum_of_any<P, const N: usize>(ctx: &Context<P>, values: [u16; N]) -> u64
where
    P: Procedure,
{
    let mut most = 0;
    for value in values {
        if value > most {
            most = value;
        }
    }
    most as u64 + ctx.thread() as u64
}

/// And of level 1.
#[device]
pub fn sum_of_block<P: BlockLevel>(ctx: &Context<P>, seed: u32) -> u64 {
    let mut sum = 1;
    sum <<= 40;
    let sum: u64 = sum;
    sum + ctx.barrier_count(ctx.thread() >= seed) as u64
}

#[execute]
impl Execute for Lanes {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, seed: &u32) {
        let lane = ctx.thread();
        let value = lane_value(lane, *seed);
        let mut result = ctx.shuffle(value, (lane + 3) % ctx.threads()) as u64;
        result = mix(result, ctx.shuffle_xor(value, 4) as u64);
        result = mix(result, ctx.shuffle_xor(value, 1 << (ctx.threads() & 1)) as u64);
        result = mix(result, ctx.shuffle_up(value, 2) as u64);
        result = mix(result, ctx.shuffle_down(value as u64 + 0x1_0000_0000, 5));
        result = mix(result, bits(ctx.shuffle(Vec3::splat(value as f32) * 0.5, 7).y));
        result = mix(result, ctx.any(value == 22) as u64 | (ctx.all(value < 22) as u64) << 1);
        result = mix(result, ctx.ballot(value % 3 == 1) as u64);
        result = mix(result, ctx.reduce_add(value) as u64);
        result = mix(result, ctx.reduce_min(value as i32 - 11) as u64);
        result = mix(result, bits(ctx.reduce_max(value as f32 * 0.25)));
        result = mix(result, bits(ctx.reduce_add(value as f32)));
        let shared = ctx.shared();
        if lane == 0 {
            shared.count.set(0);
        }
        shared.values.set(lane, value);
        ctx.warp_barrier();
        shared.count.fetch_add(shared.values.get(ctx.threads() - 1 - lane));
        if lane < 4 {
            let record =
                Record { position: Vec3::splat(lane as f32), number: lane, key: value as u64, tags: [lane as u8; 8] };
            shared.records.set(lane, record);
        }
        ctx.fence();
        ctx.warp_barrier();
        let record = shared.records.get(lane % 4);
        result = mix(
            result,
            self.counted(&shared.count) as u64 + record.key + record.tags[7] as u64 + bits(record.position.z),
        );
        result = mix(result, number_in_lane(ctx, &record, |gap| gap / 3));
        result = mix(result, sum_of_any(ctx, [2, 65_000, value as u16]) + record.tagged(ctx) as u64);
        self.results.set(seed * ctx.threads() + lane, result);
    }
}

/// What `lane` of the task of `seed` finds.
fn expected_of_lane(lane: u32, seed: u32) -> u64 {
    let values: Vec<u32> = (0..LANES).map(|lane| lane_value(lane, seed)).collect();
    let value = values[lane as usize];
    let from = |other: u32| values.get(other as usize).copied().unwrap_or(value);
    let mut result = from((lane + 3) % LANES) as u64;
    result = mix(result, from(lane ^ 4) as u64);
    result = mix(result, from(lane ^ (1_u32 << (LANES & 1))) as u64);
    result = mix(result, from(lane.wrapping_sub(2)) as u64);
    result = mix(result, from(lane + 5) as u64 + 0x1_0000_0000);
    result = mix(result, bits(from(7) as f32 * 0.5));
    result = mix(result, values.contains(&22) as u64 | (values.iter().all(|value| *value < 22) as u64) << 1);
    result = mix(result, values.iter().enumerate().map(|(lane, value)| ((value % 3 == 1) as u64) << lane).sum());
    result = mix(result, values.iter().sum::<u32>() as u64);
    result = mix(result, (*values.iter().min().expect("lanes") as i32 - 11) as u64);
    result = mix(result, bits(*values.iter().max().expect("lanes") as f32 * 0.25));
    result = mix(result, bits(values.iter().sum::<u32>() as f32));
    let count = values.iter().sum::<u32>() as u64;
    let other = lane % 4;
    let key = values[other as usize] as u64;
    result = mix(result, count + key + other as u64 + bits(other as f32));
    let number = key * (lane as u64 + 1) + 6_000_000_000;
    result = mix(result, number + 5_000_000_000 / 3 + 3 + long_bits(0.1) % 255 + LANES as u64);
    mix(result, 65_000 + lane as u64 + other as u64 + LANES as u64)
}

#[device]
pub struct BlockScratch {
    pub values: SharedArray<f32, 96>,
    pub bins: SharedArray<u32, 5>,
    pub largest: Shared<u32>,
    pub bits: Shared<u64>,
}

/// Barriers and shared memory of a block.
#[procedure(level = 1, threads = THREADS, shared = BlockScratch)]
pub struct Threads {
    pub results: Buffer<u64>,
}

#[execute]
impl Execute for Threads {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, seed: &u32) {
        let thread = ctx.thread();
        let shared = ctx.shared();
        shared.values.set(thread, (thread * seed) as f32);
        if thread < shared.bins.len() {
            shared.bins.set(thread, 0);
        }
        if thread == 0 {
            shared.largest.set(0);
            shared.bits.set(0);
        }
        ctx.barrier();
        // A sum by halves: the last step of an odd number of values stays as it is.
        let mut active = ctx.threads() / 2;
        while active >= 3 {
            if thread < active {
                shared.values.set(thread, shared.values.get(thread) + shared.values.get(thread + active));
            }
            ctx.barrier();
            active /= 2;
        }
        shared.bins.fetch_add((thread + seed) % 5, thread);
        shared.largest.fetch_max((thread * 37 + seed) % 101);
        shared.bits.fetch_or(1_u64 << (thread % 64));
        let any = ctx.barrier_any(thread * seed == 95);
        let all = ctx.barrier_all(thread + seed < 100);
        let count = ctx.barrier_count(thread % 7 == seed % 7);
        let mut result = mix(any as u64 | (all as u64) << 1, count as u64);
        for bin in 0..5 {
            result = mix(result, shared.bins.get(bin) as u64);
        }
        result = mix(result, (shared.largest.get() as u64).wrapping_add(shared.bits.get()));
        result = mix(result, bits(shared.values.get(0) + shared.values.get(1) + shared.values.get(2)));
        result = mix(result, sum_of_block(ctx, *seed));
        self.results.set(seed * ctx.threads() + thread, result.wrapping_add(thread as u64));
    }
}

fn expected_of_thread(thread: u32, seed: u32) -> u64 {
    let threads = 0..THREADS;
    let any = threads.clone().any(|thread| thread * seed == 95);
    let all = threads.clone().all(|thread| thread + seed < 100);
    let count = threads.clone().filter(|thread| thread % 7 == seed % 7).count();
    let mut result = mix(any as u64 | (all as u64) << 1, count as u64);
    for bin in 0..5 {
        result = mix(result, threads.clone().filter(|thread| (thread + seed) % 5 == bin).sum::<u32>() as u64);
    }
    let largest = threads.clone().map(|thread| (thread * 37 + seed) % 101).max().expect("threads");
    result = mix(result, (largest as u64).wrapping_add(u64::MAX));
    result = mix(result, bits(threads.map(|thread| thread * seed).sum::<u32>() as f32));
    result = mix(result, (1 << 40) + (THREADS - seed.min(THREADS)) as u64);
    result.wrapping_add(thread as u64)
}

/// Buffers of all kinds.
#[procedure(level = 2)]
pub struct Memory {
    pub records: Buffer<Record>,
    pub counts: Buffer<u32>,
    pub signed: Buffer<i32>,
    pub long: Buffer<u64>,
    pub sums: Buffer<f32>,
    pub points: Buffer<Vec3>,
    pub bytes: Buffer<u8>,
    pub seeds: u32,
}

#[execute]
impl Execute for Memory {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, seed: &u32) {
        let seed = *seed;
        let mut record = self.records.get(seed);
        record.number += seed;
        record.key ^= 0xff;
        record.tags[seed as usize % 8] = 9;
        record.position.y = -1.0;
        self.records.set(seed, record);
        self.counts.fetch_add(seed % 3, seed);
        self.counts.fetch_xor(3, 1_u32 << (seed % 32));
        self.counts.fetch_max(4, seed * 3);
        self.signed.fetch_min(0, 5 - seed as i32);
        self.signed.fetch_sub(1, 2);
        self.long.fetch_min(0, 0x1_0000_0000 - seed as u64);
        self.long.fetch_add(1, 0x1_0000_0001);
        self.sums.fetch_add(seed % 2, 0.5);
        self.points.set(seed, self.points.get(seed) * 2.0 + Vec3::X);
        self.bytes.set(seed, self.bytes.get(seed).wrapping_mul(3));
        // A ticket each, and the last one counts the tasks.
        let ticket = self.counts.fetch_add(5, 1);
        if ticket + 1 == self.seeds && !self.counts.is_empty() {
            self.counts.set(6, self.records.len() + self.bytes.len());
        }
        let mut old = self.long.get(2);
        loop {
            let seen = self.long.compare_exchange(2, old, old + seed as u64);
            if seen == old {
                break;
            }
            old = seen;
        }
    }
}

#[program]
pub struct Contexts {
    pub lanes: Lanes,
    #[schedule(seeded)]
    pub threads: Threads,
    #[schedule(seeded)]
    pub memory: Memory,
}

const SEEDS: u32 = 50;

fn record(index: u32) -> Record {
    let position = Vec3::new(index as f32, 2.0, 3.0);
    Record { position, number: index * 5, key: (index as u64) << 40, tags: [index as u8; 8] }
}

fn check(device: &Device) -> Result<(), Error> {
    let seeds: Vec<u32> = (0..SEEDS).collect();
    let records: Vec<Record> = seeds.iter().map(|seed| record(*seed)).collect();
    let bytes: Vec<u8> = seeds.iter().map(|seed| *seed as u8 * 5).collect();
    let points: Vec<Vec3> = seeds.iter().map(|seed| Vec3::splat(*seed as f32)).collect();
    let program = Contexts {
        lanes: Lanes { results: device.buffer((SEEDS * LANES) as usize)? },
        threads: Threads { results: device.buffer((SEEDS * THREADS) as usize)? },
        memory: Memory {
            records: device.buffer_from(&records)?,
            counts: device.buffer(7)?,
            signed: device.buffer(2)?,
            long: device.buffer_from(&[u64::MAX, 0, 0])?,
            sums: device.buffer(2)?,
            points: device.buffer_from(&points)?,
            bytes: device.buffer_from(&bytes)?,
            seeds: SEEDS,
        },
    };
    let options = Options::new().floating_point(FloatingPoint::Exact);
    let mut launcher = Launcher::with_options(device, &program, options)?;
    launcher.seed::<Lanes>(&seeds)?.seed::<Threads>(&seeds)?.seed::<Memory>(&seeds)?;
    let report = launcher.run()?;
    assert_eq!((report.tasks::<Lanes>(), report.tasks::<Threads>()), (SEEDS.into(), SEEDS.into()));

    let tasks = |threads: u32| (0..SEEDS * threads).map(move |index| (index / threads, index % threads));
    for ((seed, lane), got) in tasks(LANES).zip(program.lanes.results.read()?) {
        assert_eq!(got, expected_of_lane(lane, seed), "lane {lane} of task {seed} on {device:?}");
    }
    for ((seed, thread), got) in tasks(THREADS).zip(program.threads.results.read()?) {
        assert_eq!(got, expected_of_thread(thread, seed), "thread {thread} of task {seed} on {device:?}");
    }
    let memory = &program.memory;
    for (seed, got) in seeds.iter().zip(memory.records.read()?) {
        let mut expected = record(*seed);
        expected.number += seed;
        expected.key ^= 0xff;
        expected.tags[*seed as usize % 8] = 9;
        expected.position.y = -1.0;
        assert_eq!(got, expected, "record {seed} on {device:?}");
    }
    let count = |rest: u32| seeds.iter().filter(|seed| **seed % 3 == rest).sum::<u32>();
    let xor = seeds.iter().fold(0, |xor, seed| xor ^ 1_u32 << (seed % 32));
    let expected = [count(0), count(1), count(2), xor, (SEEDS - 1) * 3, SEEDS, 2 * SEEDS];
    assert_eq!(memory.counts.read()?, expected, "counts on {device:?}");
    assert_eq!(memory.signed.read()?, [5 - (SEEDS as i32 - 1), -2 * SEEDS as i32]);
    let sum: u32 = seeds.iter().sum();
    assert_eq!(memory.long.read()?, [0x1_0000_0001 - SEEDS as u64, SEEDS as u64 * 0x1_0000_0001, sum.into()]);
    assert_eq!(memory.sums.read()?, [SEEDS as f32 / 4.0; 2]);
    assert_eq!(memory.points.read()?, points.iter().map(|point| *point * 2.0 + Vec3::X).collect::<Vec<_>>());
    assert_eq!(memory.bytes.read()?, bytes.iter().map(|byte| byte.wrapping_mul(3)).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn cpu_equals_rust() {
    check(&Device::cpu()).expect("the program runs");
}

#[test]
fn compiles_for_architectures() {
    harness::compile(Contexts::NAME, Contexts::CUDA_SOURCE);
}

#[test]
fn emulation_equals_rust() {
    if let Some(device) = devices::emulated() {
        check(&device).expect("the program runs");
    }
}

#[test]
fn gpu_equals_rust() {
    if let Some(device) = devices::gpu() {
        check(&device).expect("the program runs");
    }
}
