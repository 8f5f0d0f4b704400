//! Buffers that tasks only read: elements of each size and alignment, on all devices as the host has them.

use crate::{devices, harness};
use whipple::{prelude::*, program::Program};

#[device]
#[derive(Clone, Copy)]
pub struct Small {
    pub a: u8,
    pub b: u16,
    pub c: u8,
}

#[device]
#[derive(Clone, Copy)]
pub struct Twelve {
    pub x: f32,
    pub y: u32,
    pub z: i32,
}

#[device]
#[derive(Clone, Copy)]
pub struct Sixteen {
    pub id: u64,
    pub low: u32,
    pub flag: bool,
}

#[device]
#[derive(Clone, Copy)]
pub struct Large {
    pub rows: [[u32; 4]; 3],
    pub kind: Kind,
    pub inner: Twelve,
}

#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    None,
    Number(u32),
    Pair { a: f32, b: u16 },
}

const COUNT: u32 = 200;

/// Two kinds of elements in one function, and a table that is chosen.
#[device]
pub fn looked_up(even: &ReadOnly<u32>, odd: &ReadOnly<u32>, index: u32) -> u32 {
    let table = if index % 2 == 0 { even } else { odd };
    let mut sum = table.len();
    for k in 0..4 {
        sum = sum.rotate_left(3) ^ table.get((index + k) % table.len());
    }
    sum
}

#[device]
pub fn of_kind(kind: Kind) -> u32 {
    match kind {
        Kind::None => 1,
        Kind::Number(number) => number * 2,
        Kind::Pair { a, b } => a as u32 ^ b as u32,
    }
}

#[procedure(level = 2)]
pub struct Look {
    pub bytes: ReadOnly<u8>,
    pub shorts: ReadOnly<i16>,
    pub words: ReadOnly<u32>,
    pub longs: ReadOnly<u64>,
    pub doubles: ReadOnly<f64>,
    pub flags: ReadOnly<bool>,
    pub points: ReadOnly<Vec3>,
    pub quads: ReadOnly<[u32; 4]>,
    pub smalls: ReadOnly<Small>,
    pub twelves: ReadOnly<Twelve>,
    pub sixteens: ReadOnly<Sixteen>,
    pub larges: ReadOnly<Large>,
    pub kinds: ReadOnly<Kind>,
    pub none: ReadOnly<u32>,
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Look {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, &i: &u32) {
        let words = &self.words;
        let copy = self.words.clone();
        let (small, twelve, sixteen) = (self.smalls.get(i), self.twelves.get(i), self.sixteens.get(i));
        let large = self.larges.get(i);
        let point = self.points.get(i);
        let mut sum = self.bytes.get(i) as u32 ^ self.shorts.get(i) as u32;
        sum = sum.rotate_left(5) ^ looked_up(words, &self.words, i) ^ copy.get(COUNT - 1 - i);
        sum = sum.rotate_left(5) ^ self.longs.get(i) as u32 ^ (self.longs.get(i) >> 32) as u32;
        sum = sum.rotate_left(5) ^ self.doubles.get(i) as u32 ^ self.flags.get(i) as u32;
        sum =
            sum.rotate_left(5) ^ (point.x + point.y * 2.0 + point.z * 4.0) as u32 ^ self.quads.get(i)[(i % 4) as usize];
        sum = sum.rotate_left(5) ^ small.a as u32 ^ small.b as u32 ^ small.c as u32;
        sum = sum.rotate_left(5) ^ twelve.x as u32 ^ twelve.y ^ twelve.z as u32;
        sum = sum.rotate_left(5) ^ sixteen.id as u32 ^ sixteen.low ^ sixteen.flag as u32;
        sum = sum.rotate_left(5) ^ large.rows[(i % 3) as usize][(i % 4) as usize] ^ of_kind(large.kind) ^ large.inner.y;
        sum = sum.rotate_left(5) ^ of_kind(self.kinds.get(i));
        if !self.none.is_empty() {
            sum = 0;
        }
        self.results.set(i, sum);
    }
}

/// A block that reads the words behind a barrier.
#[procedure(level = 1, threads = 40, shared = SharedArray<u32, 40>)]
pub struct Across {
    pub words: ReadOnly<u32>,
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Across {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &first: &u32) {
        let own = ctx.thread();
        ctx.shared().set(own, self.words.get(first + own));
        ctx.barrier();
        let other = ctx.shared().get((own + 1) % ctx.threads());
        self.results.set(COUNT + first + own, other ^ self.words.get(first + own));
    }
}

#[program]
pub struct Tables {
    #[schedule(seeded)]
    pub look: Look,
    #[schedule(seeded)]
    pub across: Across,
}

fn hashed(i: u32) -> u32 {
    let x = i.wrapping_mul(0x9e37_79b9);
    (x ^ x >> 15).wrapping_mul(0x85eb_ca6b)
}

fn twelve(i: u32) -> Twelve {
    Twelve { x: (hashed(i) >> 20) as f32, y: hashed(i + 1), z: hashed(i + 2) as i32 }
}

fn kind(i: u32) -> Kind {
    match i % 3 {
        0 => Kind::None,
        1 => Kind::Number(hashed(i) >> 2),
        _ => Kind::Pair { a: i as f32, b: hashed(i) as u16 },
    }
}

fn table<T: whipple::buffer::Element>(device: &Device, element: impl Fn(u32) -> T) -> Result<ReadOnly<T>, Error> {
    Ok(device.buffer_from(&(0..COUNT).map(element).collect::<Vec<_>>())?.read_only())
}

/// Also with another handle of the words, so that the CPU does not read plain memory.
fn run(device: &Device, shares: bool) -> Result<Vec<u32>, Error> {
    let words = device.buffer_from(&(0..COUNT).map(hashed).collect::<Vec<_>>())?;
    let kept = shares.then(|| words.clone());
    let words = words.read_only();
    let results = device.buffer((2 * COUNT) as usize)?;
    let program = Tables {
        look: Look {
            bytes: table(device, |i| hashed(i) as u8)?,
            shorts: table(device, |i| hashed(i) as i16)?,
            words: words.clone(),
            longs: table(device, |i| u64::from(hashed(i)) << 32 | u64::from(i))?,
            doubles: table(device, |i| f64::from(i) * 1.5)?,
            flags: table(device, |i| hashed(i) % 2 == 1)?,
            points: table(device, |i| vec3(i as f32, 0.5, (hashed(i) % 64) as f32))?,
            quads: table(device, |i| [i, hashed(i), hashed(i + 1), hashed(i + 2)])?,
            smalls: table(device, |i| Small { a: hashed(i) as u8, b: hashed(i + 1) as u16, c: i as u8 })?,
            twelves: table(device, twelve)?,
            sixteens: table(device, |i| Sixteen { id: hashed(i).into(), low: hashed(i + 5), flag: i % 3 == 0 })?,
            larges: table(device, |i| {
                let rows = [0, 1, 2].map(|row| [0, 1, 2, 3].map(|column| hashed(i + row * 4 + column)));
                Large { rows, kind: kind(i + 1), inner: twelve(i + 9) }
            })?,
            kinds: table(device, kind)?,
            none: device.buffer(0)?.read_only(),
            results: results.clone(),
        },
        across: Across { words, results: results.clone() },
    };
    let mut launcher = Launcher::new(device, &program)?;
    launcher.seed::<Look>(&(0..COUNT).collect::<Vec<_>>())?.seed::<Across>(&[0, 40, 80, 120, 160])?;
    launcher.run()?;
    drop(kept);
    results.read()
}

/// What the tasks write, by plain Rust.
fn expected() -> Vec<u32> {
    let look = |i: u32| {
        let word = |sum: u32, k: u32| sum.rotate_left(3) ^ hashed((i + k) % COUNT);
        let (hash, twelve) = (hashed(i), twelve(i));
        let mut sum = u32::from(hash as u8) ^ hash as i16 as u32;
        sum = sum.rotate_left(5) ^ (0..4).fold(COUNT, word) ^ hashed(COUNT - 1 - i);
        sum = sum.rotate_left(5) ^ i ^ hash;
        sum = sum.rotate_left(5) ^ (f64::from(i) * 1.5) as u32 ^ (hash % 2);
        let point = (i as f32 + 1.0 + (hash % 64) as f32 * 4.0) as u32;
        sum = sum.rotate_left(5) ^ point ^ [i, hash, hashed(i + 1), hashed(i + 2)][i as usize % 4];
        sum = sum.rotate_left(5) ^ u32::from(hash as u8) ^ u32::from(hashed(i + 1) as u16) ^ i;
        sum = sum.rotate_left(5) ^ twelve.x as u32 ^ twelve.y ^ twelve.z as u32;
        sum = sum.rotate_left(5) ^ hash ^ hashed(i + 5) ^ u32::from(i % 3 == 0);
        sum = sum.rotate_left(5) ^ hashed(i + i % 3 * 4 + i % 4) ^ of_kind(kind(i + 1)) ^ hashed(i + 10);
        sum.rotate_left(5) ^ of_kind(kind(i))
    };
    let across = |i: u32| hashed(i) ^ hashed(i / 40 * 40 + (i % 40 + 1) % 40);
    (0..COUNT).map(look).chain((0..COUNT).map(across)).collect()
}

#[test]
fn the_cpu_equals_plain_rust() {
    for shares in [false, true] {
        assert_eq!(run(&Device::cpu(), shares).expect("the program runs"), expected(), "{shares}");
    }
}

#[test]
fn compiles_for_architectures() {
    harness::compile(Tables::NAME, Tables::CUDA_SOURCE);
}

#[test]
fn emulation_equals_the_cpu() {
    if let Some(device) = devices::emulated() {
        assert_eq!(run(&device, true).expect("the program runs"), expected());
    }
}

#[test]
fn gpu_equals_the_cpu() {
    if let Some(device) = devices::gpu() {
        assert_eq!(run(&device, true).expect("the program runs"), expected());
    }
}

/// Reads behind the end.
#[procedure(level = 2)]
pub struct Beyond {
    pub table: ReadOnly<u32>,
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Beyond {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, item: &u32) {
        self.results.set(0, self.table.get(*item));
    }
}

#[program]
pub struct Reading {
    pub beyond: Beyond,
}

#[test]
fn an_index_behind_the_end_is_a_panic() {
    for device in [Some(Device::cpu()), devices::emulated(), devices::gpu()].into_iter().flatten() {
        let table = device.buffer_from(&[1_u32, 2, 3]).expect("a buffer").read_only();
        let program = Reading { beyond: Beyond { table, results: device.buffer(1).expect("a buffer") } };
        let mut launcher = Launcher::new(&device, &program).expect("a launcher");
        launcher.seed::<Beyond>(&[3]).expect("a task");
        let error = launcher.run().expect_err("the index is behind the end").to_string();
        assert!(
            error.contains("the len is 3 but the index is 3") && error.contains("tables.rs"),
            "{device:?}: {error}"
        );
    }
}

#[test]
fn memory_that_tasks_write_is_refused() {
    let device = Device::cpu();
    let memory = device.buffer::<u32>(4).expect("a buffer");
    let reading =
        |table: &Buffer<u32>| Reading { beyond: Beyond { table: table.clone().read_only(), results: memory.clone() } };
    let error = Launcher::new(&device, &reading(&memory)).map(drop).expect_err("the memory is the same").to_string();
    let (read, written) = ("`Beyond.table` is a `ReadOnly`", "`Beyond.results` can write");
    assert!(error.contains(read) && error.contains(written), "{error}");
    let other = device.buffer(4).expect("a buffer");
    let program = reading(&other);
    let mut launcher = Launcher::new(&device, &program).expect("other memory is fine");
    launcher.seed::<Beyond>(&[1]).expect("a task");
    assert!(matches!(launcher.run_with(&reading(&memory)), Err(Error::WrittenAndReadOnly { .. })));
    launcher.run().expect("the program runs");
}
