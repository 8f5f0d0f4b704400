//! Integers of 128 bits in buffers, parameters, work items, shared memory, outputs and messages: the same on all devices.

use crate::{devices, harness};
use std::sync::{Arc, Mutex};
use whipple::{prelude::*, program::Program};

const COUNT: u32 = 64;
const SEED: u128 = 0xdead_beef_cafe_f00d_0123_4567_89ab_cdef;

/// Fields of all alignments.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Record {
    pub small: u8,
    pub sum: u128,
    pub debt: i128,
    pub last: u32,
}

/// Buffers and parameters.
#[procedure(level = 2)]
pub struct Store {
    pub wide: Buffer<u128>,
    pub signed: Buffer<i128>,
    pub records: Buffer<Record>,
    pub pairs: Buffer<[u128; 2]>,
    pub table: ReadOnly<u128>,
    pub small: u8,
    pub seed: u128,
    pub record: Record,
}

#[execute]
impl Execute for Store {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        let at = *at;
        self.wide.set(at, self.wide.get(at).wrapping_mul(self.seed) ^ self.table.get(at % 3));
        self.wide.set_release(at + COUNT, self.wide.get_acquire(at) >> self.small);
        self.signed.set(at, -self.signed.get(at) - 1);
        let mut record = self.records.get(at);
        record.sum += self.record.sum;
        record.debt = self.record.debt * at as i128;
        record.last += 1;
        self.records.set(at, record);
        let mut pair = self.pairs.get(at);
        pair.swap(0, 1);
        pair[0] += 1;
        self.pairs.set(at, pair);
    }
}

/// What is handed to threads that share memory.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Work {
    Nothing,
    Turn(u128),
    Negate { at: u8, value: i128 },
}

/// Work items of all kinds, which say in their upper bits where their results go.
#[procedure(level = 2)]
pub struct Pass {
    pub items: Buffer<u128>,
}

#[execute]
impl Execute for Pass {
    type Item = u128;

    fn execute(&self, ctx: &Context<Self>, item: &u128) {
        let at = (*item >> 96) as u32;
        self.items.set(at, *item);
        ctx.spawn::<Lanes>((*item as i128).wrapping_neg());
        ctx.spawn::<Threads>(match at % 3 {
            0 => Work::Turn(*item),
            1 => Work::Negate { at: at as u8, value: -(*item as i128) },
            _ => Work::Nothing,
        });
    }
}

#[procedure(level = 0, threads = 8)]
pub struct Lanes {
    pub signed: Buffer<i128>,
}

#[execute]
impl Execute for Lanes {
    type Item = i128;

    fn execute(&self, ctx: &Context<Self>, item: &i128) {
        let third = ctx.shuffle(*item + ctx.thread() as i128, 3);
        let next = ctx.shuffle_xor(third ^ (ctx.thread() as i128) << 100, 1);
        if ctx.thread() == 0 {
            self.signed.set((item.wrapping_neg() >> 96) as u32, next);
        }
    }
}

#[device]
pub struct Scratch {
    pub turned: SharedArray<u128, 64>,
    pub last: Shared<i128>,
}

#[procedure(level = 1, threads = 64, shared = Scratch)]
pub struct Threads {
    pub sums: Buffer<u128>,
}

#[device]
fn hash(sum: u128, value: u128) -> u128 {
    sum.wrapping_mul(3).wrapping_add(value)
}

#[execute]
impl Execute for Threads {
    type Item = Work;

    fn execute(&self, ctx: &Context<Self>, work: &Work) {
        let (at, value) = match *work {
            Work::Nothing => (COUNT, 5),
            Work::Turn(value) => ((value >> 96) as u32, value),
            Work::Negate { at, value } => (at as u32, value as u128),
        };
        let shared = ctx.shared();
        shared.turned.set(ctx.thread(), value.rotate_left(ctx.thread()));
        if ctx.thread() == 5 {
            shared.last.set(-3);
        }
        ctx.barrier();
        if ctx.thread() == 0 {
            let mut sum = shared.last.get() as u128;
            for i in 0..64 {
                sum = hash(sum, shared.turned.get(i));
            }
            self.sums.set(at, sum);
        }
    }
}

/// Outputs and states of joins.
#[procedure(level = 2)]
pub struct Tree;

#[execute]
impl Execute for Tree {
    type Item = u128;
    type Output = i128;

    fn execute(&self, ctx: &Context<Self>, n: &u128) {
        if *n < 2 {
            ctx.finish(-(*n as i128) - (1 << 70));
        } else {
            ctx.fork::<(Tree, Tree)>((*n - 1, *n - 2)).then::<Both>(*n << 80);
        }
    }
}

#[procedure(level = 2)]
pub struct Both;

#[execute]
impl Execute for Both {
    type Item = Joined<u128, Outputs2<i128, i128>>;
    type Output = i128;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        ctx.finish(item.outputs.0 + item.outputs.1 * 3 + item.state as i128);
    }
}

/// What is printed, and what a panic says.
#[procedure(level = 2)]
pub struct Told {
    pub limit: i128,
}

#[execute]
impl Execute for Told {
    type Item = u128;

    fn execute(&self, _ctx: &Context<Self>, x: &u128) {
        let (x, negative) = (*x, -(*x as i128 >> 1));
        println!("{x} {x:?} {x:#x} {:X} {:b} {:o} {:e}", x, x, x, x);
        println!("{negative:>50}|{negative:<45}|{:#034x}|{:?} {:?}", negative, Some(x), [negative, 1]);
        let record = Record { small: 1, sum: x, debt: negative, last: 2 };
        println!("{record:?} {} {:?}", 0xffff_ffff_ffff_ffff_ffff_u128, (x, -1_i128));
        assert!(negative > self.limit, "{negative} is not above {:#x}", self.limit);
        assert_ne!(x, 18446744073709551617, "the number {x:e}");
    }
}

fn printed(x: u128) -> String {
    let negative = -(x as i128 >> 1);
    let record = Record { small: 1, sum: x, debt: negative, last: 2 };
    [
        format!("{x} {x:?} {x:#x} {x:X} {x:b} {x:o} {x:e}\n"),
        format!("{negative:>50}|{negative:<45}|{negative:#034x}|{:?} {:?}\n", Some(x), [negative, 1]),
        format!("{record:?} {} {:?}\n", 0xffff_ffff_ffff_ffff_ffff_u128, (x, -1_i128)),
    ]
    .concat()
}

#[program]
pub struct WideMemory {
    #[schedule(seeded)]
    pub store: Store,
    #[schedule(seeded)]
    pub pass: Pass,
    pub lanes: Lanes,
    pub threads: Threads,
    #[schedule(seeded)]
    pub tree: Tree,
    pub both: Both,
    #[schedule(seeded)]
    pub told: Told,
}

const RECORD: Record = Record { small: 1, sum: 1 << 90, debt: i128::MIN >> 8, last: 4 };
const TABLE: [u128; 3] = [1, u128::MAX, 1 << 127];
/// Less than what most numbers are told with.
const LIMIT: i128 = -0xffff_ffff_ffff_ffff_ffff_ffff;

fn wide(at: u32) -> u128 {
    SEED ^ (at as u128) << 70
}

fn record(at: u32) -> Record {
    Record { small: at as u8, sum: (at as u128) << 100, debt: -1, last: at }
}

fn item(at: u32) -> u128 {
    (at as u128) << 96 | 0xffff << 50 | at as u128
}

fn program(device: &Device) -> Result<WideMemory, Error> {
    let all = || 0..COUNT;
    let store = Store {
        wide: device.buffer_from(&(0..2 * COUNT).map(wide).collect::<Vec<_>>())?,
        signed: device.buffer_from(&all().map(|at| (at as i128) << 80).collect::<Vec<_>>())?,
        records: device.buffer_from(&all().map(record).collect::<Vec<_>>())?,
        pairs: device.buffer_from(&all().map(|at| [at as u128, (at as u128) << 90]).collect::<Vec<_>>())?,
        table: device.buffer_from(&TABLE)?.read_only(),
        small: 3,
        seed: SEED,
        record: RECORD,
    };
    Ok(WideMemory {
        store,
        pass: Pass { items: device.buffer(COUNT as usize)? },
        lanes: Lanes { signed: device.buffer(COUNT as usize)? },
        threads: Threads { sums: device.buffer_filled(COUNT as usize + 1, 77)? },
        tree: Tree,
        both: Both,
        told: Told { limit: LIMIT },
    })
}

fn tree(n: u128) -> i128 {
    if n < 2 { -(n as i128) - (1 << 70) } else { tree(n - 1) + tree(n - 2) * 3 + ((n as i128) << 80) }
}

fn sum(value: u128) -> u128 {
    (0..64).fold(-3_i128 as u128, |sum, i| hash(sum, value.rotate_left(i)))
}

fn check(device: &Device) -> Result<(), Error> {
    let program = program(device)?;
    let mut launcher = Launcher::new(device, &program)?;
    let (all, roots) = ((0..COUNT).collect::<Vec<_>>(), (0..12).collect::<Vec<u128>>());
    let items: Vec<u128> = all.iter().map(|at| item(*at)).collect();
    launcher.seed::<Store>(&all)?.seed::<Pass>(&items)?.seed::<Tree>(&roots)?.run()?;
    assert_eq!(launcher.outputs::<Tree>()?, roots.iter().map(|n| tree(*n)).collect::<Vec<_>>(), "on {device:?}");

    let WideMemory { store, pass, lanes, threads, .. } = &program;
    let (got, records, pairs) = (store.wide.read()?, store.records.read()?, store.pairs.read()?);
    let (signed, sums, lanes) = (store.signed.read()?, threads.sums.read()?, lanes.signed.read()?);
    assert_eq!(pass.items.read()?, items, "on {device:?}");
    for at in 0..COUNT {
        let (i, expected) = (at as usize, wide(at).wrapping_mul(SEED) ^ TABLE[at as usize % 3]);
        assert_eq!((got[i], got[i + COUNT as usize]), (expected, expected >> 3), "number {at} on {device:?}");
        assert_eq!(signed[i], -((at as i128) << 80) - 1, "signed number {at} on {device:?}");
        let old = record(at);
        let new = Record { sum: old.sum + RECORD.sum, debt: RECORD.debt * at as i128, last: old.last + 1, ..old };
        assert_eq!(records[i], new, "record {at} on {device:?}");
        assert_eq!(pairs[i], [((at as u128) << 90) + 1, at as u128], "pair {at} on {device:?}");
        assert_eq!(lanes[i], (-(items[i] as i128) + 3) ^ (1 << 100), "item {at} of lanes on {device:?}");
        let expected = [sum(items[i]), sum(-(items[i] as i128) as u128), 77][i % 3];
        assert_eq!(sums[i], expected, "item {at} of threads on {device:?}");
    }
    assert_eq!(sums[COUNT as usize], sum(5), "on {device:?}");
    Ok(())
}

/// What a task prints, and the error that it ends with.
fn told(device: &Device, x: u128) -> Result<(String, Option<String>), Error> {
    let program = program(device)?;
    let mut launcher = Launcher::new(device, &program)?;
    let text = Arc::new(Mutex::new(String::new()));
    let to = Arc::clone(&text);
    launcher.print_to(move |_, more| to.lock().expect("no printer panics").push_str(more));
    let error = launcher.seed::<Told>(&[x])?.run().err().map(|error| error.to_string());
    let text = std::mem::take(&mut *text.lock().expect("no printer panics"));
    Ok((text, error))
}

fn check_messages(device: &Device) -> Result<(), Error> {
    for x in [0, 1, 1 << 64, SEED >> 40] {
        assert_eq!(told(device, x)?, (printed(x), None), "on {device:?}");
    }
    let (largest, other) = (i128::MAX as u128 - 1, (1 << 64) + 1);
    let below = format!("{} is not above {LIMIT:#x}", -(largest as i128 >> 1));
    let equal = format!("assertion `left != right` failed: the number {other:e}\n  left: {other}\n right: {other}");
    for (x, message) in [(largest, below), (other, equal)] {
        let error = told(device, x)?.1.unwrap_or_default();
        assert!(error.ends_with(&message), "{error:?} on {device:?}");
    }
    Ok(())
}

#[test]
fn cpu_equals_rust() {
    check(&Device::cpu()).expect("the program runs");
    check_messages(&Device::cpu()).expect("the program runs");
}

#[test]
fn compiles_for_architectures() {
    harness::compile(WideMemory::NAME, WideMemory::CUDA_SOURCE);
}

#[test]
fn emulation_equals_rust() {
    if let Some(device) = devices::emulated() {
        check(&device).expect("the program runs");
        check_messages(&device).expect("the program runs");
    }
}

#[test]
fn gpu_equals_rust() {
    if let Some(device) = devices::gpu() {
        check(&device).expect("the program runs");
        check_messages(&device).expect("the program runs");
    }
}
