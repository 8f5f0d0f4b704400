//! Tasks that wait for others the natural way: `set` what was found, count down, and the last one spawns what reads it by `get`.

#[path = "common/devices.rs"]
mod devices;

use whipple::{
    cuda::{Settings, compile_for, nvrtc::Nvrtc},
    options::Options,
    prelude::*,
};

/// Adds up the numbers below the nodes of a tree, whose leaves are `leaves .. 2 * leaves`: one task each way for a node.
#[procedure(level = 2)]
struct Down {
    leaves: u32,
    pending: Buffer<u32>,
    sums: Buffer<u32>,
}

#[procedure(level = 2)]
struct Up {
    pending: Buffer<u32>,
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Down {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, node: &u32) {
        if *node < self.leaves {
            ctx.spawn::<Down>(2 * *node);
            ctx.spawn::<Down>(2 * *node + 1);
            return;
        }
        self.sums.set(*node, *node);
        if self.pending.fetch_sub(*node / 2, 1) == 1 {
            ctx.spawn::<Up>(*node / 2);
        }
    }
}

#[execute]
impl Execute for Up {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, node: &u32) {
        self.sums.set(*node, self.sums.get(2 * *node).wrapping_add(self.sums.get(2 * *node + 1)));
        if *node > 1 && self.pending.fetch_sub(*node / 2, 1) == 1 {
            ctx.spawn::<Up>(*node / 2);
        }
    }
}

#[program]
struct Tree {
    down: Down,
    up: Up,
}

/// Sums a tree of this depth some times; the sums that are wrong.
fn wrong_sums(device: &Device, depth: u32, runs: u32, options: Options) -> Vec<(u32, u32, u32)> {
    let leaves = 1_u32 << depth;
    let [pending, sums] = [leaves, 2 * leaves].map(|length| device.buffer(length as usize).expect("a buffer"));
    let down = Down { leaves, pending: pending.clone(), sums: sums.clone() };
    let up = Up { pending: pending.clone(), sums: sums.clone() };
    let program = Tree { down, up };
    let mut launcher = Launcher::with_options(device, &program, options).expect("a launcher");
    launcher.seed::<Down>(&[1]).expect("the root");
    let mut wrong = Vec::new();
    for run in 0..runs {
        pending.write(&vec![2; leaves as usize]).expect("counters");
        sums.write(&vec![0; 2 * leaves as usize]).expect("no sums");
        let report = launcher.run().expect("a run");
        assert_eq!(report.tasks::<Up>(), u64::from(leaves) - 1);
        let sums = sums.read().expect("the sums");
        let expected = |node: u32| {
            let below = leaves >> node.ilog2();
            (node * below..(node + 1) * below).fold(0, u32::wrapping_add)
        };
        wrong.extend(
            (1..2 * leaves)
                .map(|node| (run, node, sums[node as usize]))
                .filter(|(_, node, sum)| *sum != expected(*node)),
        );
    }
    wrong
}

/// Each cell of a grid waits for the one above and the one to the left: as in a triangular solve, or in aligning two sequences.
#[procedure(level = 2)]
struct Cell {
    width: u32,
    waits_for: Buffer<u32>,
    paths: Buffer<u64>,
}

#[execute]
impl Execute for Cell {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, cell: &u32) {
        let (x, y) = (*cell % self.width, *cell / self.width);
        let left = if x > 0 { self.paths.get(*cell - 1) } else { 0 };
        let above = if y > 0 { self.paths.get(*cell - self.width) } else { 0 };
        self.paths.set(*cell, if *cell == 0 { 1 } else { left + above });
        if x + 1 < self.width && self.arrives(*cell + 1) {
            ctx.spawn::<Cell>(*cell + 1);
        }
        if y + 1 < self.width && self.arrives(*cell + self.width) {
            ctx.spawn::<Cell>(*cell + self.width);
        }
    }
}

#[device]
impl Cell {
    /// Whether this was the last that the cell waits for.
    fn arrives(&self, cell: u32) -> bool {
        self.waits_for.fetch_sub(cell, 1) == 1
    }
}

#[program]
struct Grid {
    cell: Cell,
}

fn count_paths(device: &Device, width: u32, runs: u32) {
    let cells = (width * width) as usize;
    let (waits_for, paths) = (device.buffer(cells).expect("a buffer"), device.buffer(cells).expect("a buffer"));
    let program = Grid { cell: Cell { width, waits_for: waits_for.clone(), paths: paths.clone() } };
    let mut launcher = Launcher::new(device, &program).expect("a launcher");
    launcher.seed::<Cell>(&[0]).expect("the first cell");
    let mut expected = vec![1_u64; cells];
    for y in 1..width as usize {
        for x in 1..width as usize {
            let at = y * width as usize + x;
            expected[at] = expected[at - 1] + expected[at - width as usize];
        }
    }
    for _ in 0..runs {
        let counts: Vec<u32> =
            (0..width * width).map(|cell| u32::from(cell % width > 0) + u32::from(cell / width > 0)).collect();
        waits_for.write(&counts).expect("counters");
        paths.write(&vec![0; cells]).expect("no paths");
        launcher.run().expect("a run");
        assert_eq!(paths.read().expect("the paths"), expected);
    }
}

/// Many tasks of a block of threads each write a part; the last to end adds all parts up itself.
#[procedure(level = 1, threads = 64, shared = Last)]
struct Part {
    parts: u32,
    values: Buffer<u32>,
    sums: Buffer<u32>,
    ended: Buffer<u32>,
}

#[device]
struct Last {
    is_last: Shared<bool>,
    sum: Shared<u32>,
}

#[execute]
impl Execute for Part {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, part: &u32) {
        let (thread, shared) = (ctx.thread(), ctx.shared());
        self.values.set(*part * ctx.threads() + thread, *part + thread);
        if thread == 0 {
            shared.sum.set(0);
        }
        ctx.barrier();
        if thread == 0 {
            shared.is_last.set(self.ended.fetch_add(0, 1) == self.parts - 1);
        }
        ctx.barrier();
        if !shared.is_last.get() {
            return;
        }
        for other in 0..self.parts {
            shared.sum.fetch_add(self.values.get(other * ctx.threads() + thread));
        }
        ctx.barrier();
        if thread == 0 {
            self.sums.set(0, shared.sum.get());
        }
    }
}

#[program]
struct Parts {
    part: Part,
}

fn add_parts(device: &Device, parts: u32, runs: u32) {
    let values = device.buffer((parts * 64) as usize).expect("a buffer");
    let [sums, ended] = [1, 1].map(|length| device.buffer(length).expect("a buffer"));
    let part = Part { parts, values: values.clone(), sums: sums.clone(), ended: ended.clone() };
    let program = Parts { part };
    let mut launcher = Launcher::new(device, &program).expect("a launcher");
    launcher.seed::<Part>(&(0..parts).collect::<Vec<_>>()).expect("the parts");
    let expected: u32 = (0..parts * 64).map(|at| at / 64 + at % 64).sum();
    for _ in 0..runs {
        values.write(&vec![0; (parts * 64) as usize]).expect("no values");
        ended.write(&[0]).expect("none has ended");
        launcher.run().expect("a run");
        assert_eq!(sums.read().expect("the sum"), [expected]);
    }
}

/// Hands a value to a task that another one spawned, through a flag.
#[procedure(level = 2)]
struct Producer {
    values: Buffer<u32>,
    flags: Buffer<u32>,
}

/// Looks whether the value is there: where it is, it is right.
#[procedure(level = 2)]
struct Consumer {
    values: Buffer<u32>,
    flags: Buffer<u32>,
    seen: Buffer<u32>,
}

#[execute]
impl Execute for Producer {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, at: &u32) {
        ctx.spawn::<Consumer>(*at);
        self.values.set(*at, *at + 7);
        self.flags.set_release(*at, 1);
    }
}

#[execute]
impl Execute for Consumer {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, at: &u32) {
        // The old value, for a cache to keep.
        let before = self.values.get(*at);
        if self.flags.get_acquire(*at) == 1 {
            self.seen.set(*at, self.values.get(*at));
        } else {
            self.seen.set(*at, before);
            ctx.spawn::<Consumer>(*at);
        }
    }
}

#[program]
struct Flags {
    producer: Producer,
    consumer: Consumer,
}

fn pass_values(device: &Device, count: u32) {
    let [values, flags, seen] = [(); 3].map(|()| device.buffer(count as usize).expect("a buffer"));
    let producer = Producer { values: values.clone(), flags: flags.clone() };
    let consumer = Consumer { values, flags, seen: seen.clone() };
    let program = Flags { producer, consumer };
    let mut launcher = Launcher::new(device, &program).expect("a launcher");
    launcher.seed::<Producer>(&(0..count).collect::<Vec<_>>()).expect("the producers").run().expect("a run");
    assert_eq!(seen.read().expect("what was seen"), (7..count + 7).collect::<Vec<_>>());
}

/// Uses the answers of all atomic operations on all numbers. One task: each answer is known.
#[procedure(level = 2)]
struct Numbers {
    unsigned: Buffer<u32>,
    signed: Buffer<i32>,
    long: Buffer<u64>,
    signed_long: Buffer<i64>,
    float: Buffer<f32>,
    double: Buffer<f64>,
    wrong: Buffer<u32>,
}

#[device]
impl Numbers {
    fn expect(&self, holds: bool) {
        if !holds {
            self.wrong.fetch_add(0, 1);
        }
    }
}

#[execute]
impl Execute for Numbers {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        self.expect(self.unsigned.fetch_add(0, 5) == 0 && self.unsigned.fetch_sub(0, 6) == 5);
        self.expect(self.unsigned.fetch_min(0, 12) == u32::MAX && self.unsigned.fetch_max(0, 10) == 12);
        self.expect(self.unsigned.fetch_and(0, 6) == 12 && self.unsigned.fetch_or(0, 3) == 4);
        self.expect(self.unsigned.fetch_xor(0, 1) == 7 && self.unsigned.exchange(0, 9) == 6);
        self.expect(self.unsigned.compare_exchange(0, 9, 8) == 9 && self.unsigned.compare_exchange(0, 9, 1) == 8);
        self.expect(self.signed.fetch_add(0, 5) == 0 && self.signed.fetch_sub(0, 6) == 5);
        self.expect(self.signed.fetch_min(0, 12) == -1 && self.signed.fetch_max(0, 12) == -1);
        self.expect(self.signed.fetch_and(0, -2) == 12 && self.signed.fetch_or(0, -8) == 12);
        self.expect(self.signed.fetch_xor(0, 1) == -4 && self.signed.exchange(0, -9) == -3);
        self.expect(self.signed.compare_exchange(0, -9, 8) == -9 && self.signed.compare_exchange(0, -9, 1) == 8);
        self.expect(self.long.fetch_add(0, 5 << 40) == 0 && self.long.fetch_sub(0, 6 << 40) == 5 << 40);
        self.expect(self.long.fetch_min(0, 12 << 40) == u64::MAX - (1 << 40) + 1);
        self.expect(self.long.fetch_max(0, 10) == 12 << 40 && self.long.fetch_and(0, 6 << 40) == 12 << 40);
        self.expect(self.long.fetch_or(0, 3) == 4 << 40 && self.long.fetch_xor(0, 1) == (4 << 40) + 3);
        self.expect(self.long.exchange(0, 9 << 40) == (4 << 40) + 2);
        self.expect(self.long.compare_exchange(0, 9 << 40, 8) == 9 << 40 && self.long.compare_exchange(0, 9, 1) == 8);
        self.expect(self.signed_long.fetch_add(0, 5 << 40) == 0 && self.signed_long.fetch_sub(0, 6 << 40) == 5 << 40);
        self.expect(self.signed_long.fetch_min(0, 12) == -1 << 40 && self.signed_long.fetch_max(0, 12) == -1 << 40);
        self.expect(self.signed_long.fetch_and(0, -2) == 12 && self.signed_long.fetch_or(0, -8) == 12);
        self.expect(self.signed_long.fetch_xor(0, 1) == -4 && self.signed_long.exchange(0, -9) == -3);
        self.expect(self.signed_long.compare_exchange(0, -9, 8) == -9);
        self.expect(self.float.fetch_add(0, 0.5) == 0.0 && self.float.fetch_add(0, 1.0) == 0.5);
        self.expect(self.double.fetch_add(0, 0.5) == 0.0 && self.double.fetch_add(0, 1.0) == 0.5);
        ctx.fence();
        self.expect(self.double.get_acquire(0) == 1.5 && self.signed_long.get_acquire(0) == 8);
    }
}

#[program]
struct AllNumbers {
    numbers: Numbers,
}

fn use_all_numbers(device: &Device) {
    let wrong = device.buffer(1).expect("a buffer");
    let numbers = Numbers {
        unsigned: device.buffer(1).expect("a buffer"),
        signed: device.buffer(1).expect("a buffer"),
        long: device.buffer(1).expect("a buffer"),
        signed_long: device.buffer(1).expect("a buffer"),
        float: device.buffer(1).expect("a buffer"),
        double: device.buffer(1).expect("a buffer"),
        wrong: wrong.clone(),
    };
    let program = AllNumbers { numbers };
    let mut launcher = Launcher::new(device, &program).expect("a launcher");
    launcher.seed::<Numbers>(&[0]).expect("the task").run().expect("a run");
    assert_eq!(wrong.read().expect("what is wrong"), [0]);
}

fn with_all_schedulers(device: &Device, depth: u32, runs: u32) {
    for scheduler in devices::schedulers() {
        let wrong = wrong_sums(device, depth, runs, Options::default().scheduler(scheduler));
        assert!(wrong.is_empty(), "{scheduler:?}: {} sums are wrong, such as {:?}", wrong.len(), wrong[0]);
    }
}

/// The ordered operations are PTX of their own, for each type.
#[test]
fn the_texts_compile_for_every_architecture() {
    if let Err(error) = Nvrtc::get() {
        assert!(std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_none(), "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        println!("skipped: {error}");
        return;
    }
    for architecture in ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"] {
        let (source, name) = (AllNumbers::CUDA_SOURCE, AllNumbers::NAME);
        let compiled = compile_for(source, name, architecture, &Settings::default()).expect("it compiles");
        assert_eq!((compiled.warnings.as_str(), compiled.is_ptx()), ("", false), "{name} for {architecture}");
    }
}

#[test]
fn on_the_cpu() {
    let device = Device::cpu();
    assert_eq!(wrong_sums(&device, 10, 3, Options::default()), []);
    count_paths(&device, 20, 3);
    add_parts(&device, 20, 2);
    pass_values(&device, 100);
    use_all_numbers(&device);
}

#[test]
fn emulated() {
    let Some(device) = devices::emulated() else { return };
    with_all_schedulers(&device, 7, 2);
    count_paths(&device, 16, 2);
    add_parts(&device, 12, 2);
    pass_values(&device, 40);
    use_all_numbers(&device);
}

#[test]
fn on_a_gpu() {
    let Some(device) = devices::gpu() else { return };
    with_all_schedulers(&device, 16, 10);
    count_paths(&device, 30, 20);
    add_parts(&device, 500, 20);
    pass_values(&device, 20_000);
    use_all_numbers(&device);
}

/// As [`Up`], but what it counts with orders nothing.
#[procedure(level = 2)]
struct Careless {
    leaves: u32,
    pending: Buffer<u32>,
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Careless {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, node: &u32) {
        let is_inner = *node >= self.leaves;
        let leaf = if is_inner { *node - self.leaves } else { *node };
        if is_inner {
            self.sums.set(leaf, self.sums.get(2 * leaf) + self.sums.get(2 * leaf + 1));
        } else if leaf * 2 >= self.leaves {
            self.sums.set(leaf, 1);
        } else {
            ctx.spawn::<Careless>(2 * leaf);
            ctx.spawn::<Careless>(2 * leaf + 1);
            return;
        }
        if leaf > 1 && self.pending.fetch_sub_relaxed(leaf / 2, 1) == 1 {
            ctx.spawn::<Careless>(leaf / 2 + self.leaves);
        }
    }
}

#[program]
struct Wrong {
    careless: Careless,
}

/// The emulated device keeps old values as long as a GPU may.
#[test]
fn without_order_the_emulated_device_sees_old_values() {
    let Some(device) = devices::emulated() else { return };
    let leaves = 1_u32 << 9;
    let [pending, sums] = [(); 2].map(|()| device.buffer(leaves as usize).expect("a buffer"));
    let program = Wrong { careless: Careless { leaves, pending: pending.clone(), sums: sums.clone() } };
    let mut launcher = Launcher::new(&device, &program).expect("a launcher");
    pending.write(&vec![2; leaves as usize]).expect("counters");
    launcher.seed::<Careless>(&[1]).expect("the root").run().expect("a run");
    let sum = sums.read().expect("the sums")[1];
    assert!(sum < leaves / 2, "the root's sum is right, {sum}, although nothing orders it");
}
