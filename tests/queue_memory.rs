//! Runs with far less queue memory than they need: exact counts and checksums, or an error that names the queue.
//!
//! On a GPU with trees of depth 24; on the emulated device and on the CPU with smaller ones. GPU tests say so and pass where there
//! is no GPU. And initial tasks that do not fit a local queue at once.

#[path = "common/devices.rs"]
mod devices;

use std::{ops::Range, time::Duration};
use whipple::prelude::*;

/// A hash (Mueller 2013).
#[device]
fn mix(number: u32) -> u32 {
    let mut x = number;
    x = (x ^ (x >> 16)).wrapping_mul(0x045d_9f3b);
    x = (x ^ (x >> 16)).wrapping_mul(0x045d_9f3b);
    x ^ (x >> 16)
}

/// A node of a binary tree: the root is 1, the children of `id` are `2 id` and `2 id + 1`.
#[device]
#[derive(Clone, Copy)]
struct Node {
    id: u32,
    below: u32,
}

macro_rules! node {
    ($name:ident) => {
        #[procedure(level = 2)]
        struct $name {
            sums: Buffer<u64>,
        }

        #[execute]
        impl Execute for $name {
            type Item = Node;

            fn execute(&self, ctx: &Context<Self>, node: &Node) {
                self.sums.fetch_add(node.id & 255, mix(node.id) as u64);
                if node.below > 0 {
                    for side in 0..2u32 {
                        let child = Node { id: node.id * 2 + side, below: node.below - 1 };
                        if mix(child.id) & 1 == 0 {
                            ctx.spawn::<Oak>(child);
                        } else {
                            ctx.spawn::<Fir>(child);
                        }
                    }
                }
            }
        }
    };
}

node!(Oak);
node!(Fir);

#[program]
struct Tree {
    oak: Oak,
    fir: Fir,
}

/// What goes through the pipeline.
#[device]
#[derive(Clone, Copy)]
struct Part {
    id: u32,
}

/// How many parts the next stage gets of one.
#[device]
fn parts(id: u32) -> u32 {
    2 + (mix(id) & 1)
}

macro_rules! stage {
    ($name:ident, ($($attributes:tt)*), $next:ident) => {
        #[procedure($($attributes)*)]
        pub(crate) struct $name {
            pub(crate) sums: Buffer<u64>,
        }

        #[execute]
        impl Execute for $name {
            type Item = Part;

            fn execute(&self, ctx: &Context<Self>, part: &Part) {
                if ctx.thread() == 0 {
                    self.sums.fetch_add(part.id & 255, mix(part.id) as u64);
                    for i in 0..3u32 {
                        if i < parts(part.id) {
                            ctx.spawn::<$next>(Part { id: part.id * 3 + i });
                        }
                    }
                }
            }
        }
    };
}

stage!(Cut, (level = 2), Bend);
stage!(Bend, (level = 0, threads = 4), Weld);
stage!(Weld, (level = 1, threads = 64), Grind);
stage!(Grind, (level = 2), Paint);
stage!(Paint, (level = 0, threads = 16), Check);
stage!(Check, (level = 1, threads = 100), Pack);

#[procedure(level = 2)]
struct Pack {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Pack {
    type Item = Part;

    fn execute(&self, _ctx: &Context<Self>, part: &Part) {
        self.sums.fetch_add(part.id & 255, mix(part.id) as u64);
    }
}

#[program]
struct Pipeline {
    cut: Cut,
    bend: Bend,
    weld: Weld,
    grind: Grind,
    paint: Paint,
    check: Check,
    pack: Pack,
}

/// The same without tasks of a whole block.
mod line {
    use super::{Part, mix, parts};
    use whipple::prelude::*;

    stage!(Cut, (level = 2), Bend);
    stage!(Bend, (level = 0, threads = 4), Weld);
    stage!(Weld, (level = 2), Grind);
    stage!(Grind, (level = 0, threads = 16), Paint);
    stage!(Paint, (level = 2), Check);
    stage!(Check, (level = 0, threads = 5), Pack);

    #[procedure(level = 2)]
    pub(crate) struct Pack {
        pub(crate) sums: Buffer<u64>,
    }

    #[execute]
    impl Execute for Pack {
        type Item = Part;

        fn execute(&self, _ctx: &Context<Self>, part: &Part) {
            self.sums.fetch_add(part.id & 255, mix(part.id) as u64);
        }
    }

    #[program]
    pub(crate) struct Line {
        pub(crate) cut: Cut,
        pub(crate) bend: Bend,
        pub(crate) weld: Weld,
        pub(crate) grind: Grind,
        pub(crate) paint: Paint,
        pub(crate) check: Check,
        pub(crate) pack: Pack,
    }
}

/// Each of its tasks spawns 10,240 others.
#[procedure(level = 1, threads = 256)]
struct Burst {}

#[execute]
impl Execute for Burst {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, _item: &u32) {
        for i in 0..40u32 {
            ctx.spawn::<Spark>(i);
        }
    }
}

#[procedure(level = 2)]
struct Spark {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Spark {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, item: &u32) {
        self.sums.fetch_add(*item, 1);
    }
}

#[program]
struct Fireworks {
    burst: Burst,
    spark: Spark,
}

/// One in eight of its tasks spawns 4,096 others, as many as it may, which no local queue holds; the others spawn two.
#[procedure(level = 1, threads = 256, max_spawns = 16)]
struct Gust {
    sums: Buffer<u64>,
}

/// How many tasks each thread of a gust spawns.
#[device]
fn drops(gust: u32, thread: u32) -> u32 {
    if mix(gust) & 7 == 0 {
        16
    } else if thread == 0 {
        2
    } else {
        0
    }
}

#[execute]
impl Execute for Gust {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, gust: &u32) {
        if ctx.thread() == 0 {
            self.sums.fetch_add(*gust & 255, mix(*gust) as u64);
        }
        for i in 0..drops(*gust, ctx.thread()) {
            ctx.spawn::<Raindrop>(rain((*gust * 256 + ctx.thread()) * 16 + i + 1_000_000));
        }
    }
}

/// An item of 48 bytes.
#[device]
#[derive(Clone, Copy)]
struct Rain {
    id: u32,
    words: [u32; 11],
}

/// The item of a number, of which each word tells.
#[device]
fn rain(id: u32) -> Rain {
    let mut words = [0u32; 11];
    for k in 0..11u32 {
        words[k as usize] = mix(id).wrapping_add(k);
    }
    Rain { id, words }
}

/// What an item tells of its number, by one of its words.
#[device]
fn told(rain: &Rain) -> u64 {
    let word = rain.id % 11;
    rain.words[word as usize].wrapping_sub(word) as u64
}

#[procedure(level = 2)]
struct Raindrop {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Raindrop {
    type Item = Rain;

    fn execute(&self, _ctx: &Context<Self>, rain: &Rain) {
        self.sums.fetch_add(rain.id & 255, told(rain));
    }
}

#[program]
struct Weather {
    gust: Gust,
    raindrop: Raindrop,
}

struct WeatherTest {
    gusts: u32,
    /// Initial ones, three for each gust: both procedures have initial tasks, or only the first.
    rains: bool,
}

impl WeatherTest {
    /// The numbers of the initial raindrops.
    fn rain(&self) -> Range<u32> {
        500_000..500_000 + if self.rains { 3 * self.gusts } else { 0 }
    }

    fn expected(&self) -> Expected {
        let drops = |gust: u32| {
            (0..256).flat_map(move |thread| {
                (0..drops(gust, thread)).map(move |i| (gust * 256 + thread) * 16 + i + 1_000_000)
            })
        };
        Expected::new((0..self.gusts).chain((0..self.gusts).flat_map(drops)).chain(self.rain()))
    }
}

impl Test for WeatherTest {
    fn run(&self, device: &Device, options: Options) -> Result<(Report, Vec<u64>), Error> {
        let sums = device.buffer(256)?;
        let program = Weather { gust: Gust { sums: sums.clone() }, raindrop: Raindrop { sums: sums.clone() } };
        let mut launcher = Launcher::with_options(device, &program, options)?;
        let drops: Vec<Rain> = self.rain().map(rain).collect();
        launcher.seed::<Gust>(&(0..self.gusts).collect::<Vec<u32>>())?.seed::<Raindrop>(&drops)?;
        Ok((launcher.run()?, sums.read()?))
    }
}

/// Spawns up to 15 leaves: a round of it may spawn more than a local queue holds.
#[procedure(level = 2, max_spawns = 15)]
struct Field {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Field {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, field: &u32) {
        self.sums.fetch_add(*field & 255, mix(*field) as u64);
        for i in 0..mix(*field) & 15 {
            ctx.spawn::<Sheaf>(rain(*field * 16 + i + 1_000_000));
        }
    }
}

/// What the threads of a [`Sheaf`] found in its item.
#[device]
struct Straw {
    words: SharedArray<u32, 64>,
}

/// A leaf of two warps, whose threads meet.
#[procedure(level = 1, threads = 64, shared = Straw)]
struct Sheaf {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Sheaf {
    type Item = Rain;

    fn execute(&self, ctx: &Context<Self>, rain: &Rain) {
        let straw = ctx.shared();
        let word = ctx.thread() % 11;
        straw.words.set(ctx.thread(), rain.words[word as usize].wrapping_sub(word));
        ctx.barrier();
        if ctx.thread() == 0 {
            let mut alike = true;
            for k in 1..64u32 {
                alike = alike && straw.words.get(k) == straw.words.get(0);
            }
            if alike {
                self.sums.fetch_add(rain.id & 255, straw.words.get(0) as u64);
            }
        }
    }
}

#[program]
struct Harvest {
    field: Field,
    sheaf: Sheaf,
}

struct HarvestTest {
    fields: u32,
}

impl HarvestTest {
    fn expected(&self) -> Expected {
        let sheaves = |field: u32| (0..mix(field) & 15).map(move |i| field * 16 + i + 1_000_000);
        Expected::new((0..self.fields).chain((0..self.fields).flat_map(sheaves)))
    }
}

impl Test for HarvestTest {
    fn run(&self, device: &Device, options: Options) -> Result<(Report, Vec<u64>), Error> {
        let sums = device.buffer(256)?;
        let program = Harvest { field: Field { sums: sums.clone() }, sheaf: Sheaf { sums: sums.clone() } };
        let mut launcher = Launcher::with_options(device, &program, options)?;
        launcher.seed::<Field>(&(0..self.fields).collect::<Vec<u32>>())?;
        Ok((launcher.run()?, sums.read()?))
    }
}

/// Tasks, and sums of hashes by the last byte of what was hashed.
struct Expected {
    tasks: u64,
    sums: Vec<u64>,
}

impl Expected {
    fn new(numbers: impl Iterator<Item = u32>) -> Self {
        let mut expected = Self { tasks: 0, sums: vec![0; 256] };
        for number in numbers {
            expected.tasks += 1;
            expected.sums[(number & 255) as usize] += u64::from(mix(number));
        }
        expected
    }

    fn tree(depth: u32) -> Self {
        Self::new(1..1 << depth)
    }

    fn pipeline(roots: u32) -> Self {
        let mut all: Vec<u32> = (0..roots).collect();
        let mut stage = all.clone();
        for _ in 0..6 {
            stage =
                stage.iter().flat_map(|id| (0..parts(*id)).map(move |i| id.wrapping_mul(3).wrapping_add(i))).collect();
            all.extend(&stage);
        }
        Self::new(all.into_iter())
    }
}

/// A program with its seeds and results.
trait Test {
    fn run(&self, device: &Device, options: Options) -> Result<(Report, Vec<u64>), Error>;
}

struct TreeTest {
    depth: u32,
}

impl Test for TreeTest {
    fn run(&self, device: &Device, options: Options) -> Result<(Report, Vec<u64>), Error> {
        let sums = device.buffer(256)?;
        let program = Tree { oak: Oak { sums: sums.clone() }, fir: Fir { sums: sums.clone() } };
        let mut launcher = Launcher::with_options(device, &program, options)?;
        let report = launcher.seed::<Oak>(&[Node { id: 1, below: self.depth - 1 }])?.run()?;
        Ok((report, sums.read()?))
    }
}

struct PipelineTest {
    roots: u32,
}

impl Test for PipelineTest {
    fn run(&self, device: &Device, options: Options) -> Result<(Report, Vec<u64>), Error> {
        let sums = device.buffer(256)?;
        let program = Pipeline {
            cut: Cut { sums: sums.clone() },
            bend: Bend { sums: sums.clone() },
            weld: Weld { sums: sums.clone() },
            grind: Grind { sums: sums.clone() },
            paint: Paint { sums: sums.clone() },
            check: Check { sums: sums.clone() },
            pack: Pack { sums: sums.clone() },
        };
        let mut launcher = Launcher::with_options(device, &program, options)?;
        let seeds: Vec<Part> = (0..self.roots).map(|id| Part { id }).collect();
        let report = launcher.seed::<Cut>(&seeds)?.run()?;
        Ok((report, sums.read()?))
    }
}

struct LineTest {
    roots: u32,
}

impl Test for LineTest {
    fn run(&self, device: &Device, options: Options) -> Result<(Report, Vec<u64>), Error> {
        let sums = device.buffer(256)?;
        let program = line::Line {
            cut: line::Cut { sums: sums.clone() },
            bend: line::Bend { sums: sums.clone() },
            weld: line::Weld { sums: sums.clone() },
            grind: line::Grind { sums: sums.clone() },
            paint: line::Paint { sums: sums.clone() },
            check: line::Check { sums: sums.clone() },
            pack: line::Pack { sums: sums.clone() },
        };
        let mut launcher = Launcher::with_options(device, &program, options)?;
        let seeds: Vec<Part> = (0..self.roots).map(|id| Part { id }).collect();
        let report = launcher.seed::<line::Cut>(&seeds)?.run()?;
        Ok((report, sums.read()?))
    }
}

fn check(test: &dyn Test, device: &Device, options: Options, expected: &Expected) -> Result<Report, Error> {
    let (report, sums) = test.run(device, options)?;
    assert_eq!(report.total_tasks(), expected.tasks, "{report}");
    assert_eq!(sums, expected.sums, "sums\n{report}");
    Ok(report)
}

/// The smallest limit that a device accepts: the error names it.
fn least(test: &dyn Test, device: &Device) -> usize {
    let error = test.run(device, Options::new().queue_memory(1)).expect_err("less than a chunk for each procedure");
    println!("{error}");
    assert!(matches!(error, Error::Options { option: "queue_memory", .. }), "{error}");
    let text = error.to_string();
    let bytes = text.split("give ").nth(1).and_then(|rest| rest.split(' ').next()).expect("what to give");
    bytes.parse().expect("a number of bytes")
}

/// The smallest limit, about, at which the run is not suspended and takes at most a fifth longer than without a limit: what it
/// needs.
fn need(test: &dyn Test, device: &Device, least: usize, expected: &Expected) -> usize {
    let time = |options: Options| {
        let mut times =
            [0; 3].map(|_| check(test, device, options.clone(), expected).expect("the run ends")).map(|report| {
                let time = report.device_time.unwrap_or(Duration::MAX);
                if report.suspensions == 0 { time } else { Duration::MAX }
            });
        times.sort();
        times[1]
    };
    let most = time(Options::new()).mul_f64(1.2);
    let (mut low, mut high) = (least, 1 << 28);
    while high > low + low / 4 {
        let middle = low + (high - low) / 4;
        if time(Options::new().queue_memory(middle)) <= most { high = middle } else { low = middle }
    }
    high
}

fn scarce_on_gpu(name: &str, test: &dyn Test, expected: &Expected) {
    let Some(device) = devices::gpu() else { return };
    let least = least(test, &device);
    let need = need(test, &device, least, expected);
    println!("{name}: {} tasks need {need} bytes of queues; the least is {least}", expected.tasks);
    for (label, limit) in [
        ("unlimited", None),
        ("all", Some(need)),
        ("1/10", Some((need / 10).max(least))),
        ("1/100", Some((need / 100).max(least))),
        ("1/1000", Some((need / 1000).max(least))),
    ] {
        let mut times = Vec::new();
        let mut last = None;
        for _ in 0..3 {
            let options = limit.map_or(Options::new(), |bytes| Options::new().queue_memory(bytes));
            let report = check(test, &device, options, expected).expect("the run ends");
            times.push((report.device_time.unwrap_or(Duration::ZERO), report.total_time));
            last = Some(report);
        }
        times.sort();
        let report = last.expect("three runs");
        println!(
            "{name} {label:9} {:>10} bytes: {:?} on the device, {:?} in all, {} suspensions, {} KiB swapped",
            limit.map_or("-".to_owned(), |bytes| bytes.to_string()),
            times[1].0,
            times[1].1,
            report.suspensions,
            report.swapped_bytes / 1024
        );
    }
}

#[test]
fn a_tree_of_depth_24_with_scarce_queues() {
    scarce_on_gpu("tree", &TreeTest { depth: 24 }, &Expected::tree(24));
}

#[test]
fn a_pipeline_with_scarce_queues() {
    scarce_on_gpu("pipeline", &PipelineTest { roots: 3000 }, &Expected::pipeline(3000));
}

#[test]
fn a_line_with_scarce_queues() {
    scarce_on_gpu("line", &LineTest { roots: 3000 }, &Expected::pipeline(3000));
}

/// Rounds count on what tasks usually spawn, and have chunks for what they may: both happen, with and without a limit, under policies that
/// let the later tasks wait and that do not.
fn spawns_that_now_and_then_reach_their_bound(device: &Device, gusts: u32) {
    let tests = [false, true].map(|rains| WeatherTest { gusts, rains });
    let policies = [Policy::FillFirst, Policy::FixedPriority, Policy::Random];
    for policy in policies.into_iter().take(if devices::is_sanitized() { 1 } else { 3 }) {
        for limit in [None, Some(400_000)] {
            // Under fill first initial tasks come first: of one procedure, and of both.
            for test in tests.iter().skip(if policy == Policy::FillFirst { 0 } else { 1 }) {
                let options = limit.map_or(Options::new(), |bytes| Options::new().queue_memory(bytes));
                let report = check(test, device, options.policy(policy), &test.expected()).expect("the run ends");
                println!("{policy:?}, {limit:?}: {} suspensions, {:?}", report.suspensions, report.device_time);
            }
        }
    }
}

#[test]
fn spawns_that_now_and_then_reach_their_bound_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        spawns_that_now_and_then_reach_their_bound(&device, 20_000);
    }
}

#[test]
fn spawns_that_now_and_then_reach_their_bound_emulated() {
    if let Some(device) = devices::emulated() {
        spawns_that_now_and_then_reach_their_bound(&device, if devices::is_sanitized() { 16 } else { 60 });
    }
}

/// A river of many procedures, each with successors of the next alone: so many, as it may have, that no local queue holds what a round may spawn, and
/// rounds have chunks promised one by one. Where it is in flood tasks have as many.
mod river {
    use super::{Rain, mix, rain, told};
    use whipple::prelude::*;

    /// How many tasks a thread of a reach spawns.
    #[device]
    pub(crate) fn drops(id: u32, flood: bool, thread: u32) -> u32 {
        if flood && id.is_multiple_of(3) {
            4
        } else if thread < 1 + (mix(id) & 1) {
            1
        } else {
            0
        }
    }

    macro_rules! reach {
        ($name:ident, $flood:literal, $next:ident) => {
            #[procedure(level = 0, threads = 8, max_spawns = 4)]
            pub(crate) struct $name {
                pub(crate) sums: Buffer<u64>,
            }

            #[execute]
            impl Execute for $name {
                type Item = Rain;

                fn execute(&self, ctx: &Context<Self>, item: &Rain) {
                    if ctx.thread() == 0 {
                        self.sums.fetch_add(item.id & 255, told(item));
                    }
                    for k in 0..drops(item.id, $flood, ctx.thread()) {
                        ctx.spawn::<$next>(rain(mix(item.id.wrapping_mul(32).wrapping_add(ctx.thread() * 4 + k))));
                    }
                }
            }
        };
    }

    reach!(Spring, false, Brook);
    reach!(Brook, true, Pool);
    reach!(Pool, false, Stream);
    reach!(Stream, false, Rapids);
    reach!(Rapids, true, Lake);
    reach!(Lake, false, Delta);
    reach!(Delta, false, Sea);

    /// Which reaches are in flood, by their place.
    pub(crate) const FLOODS: [bool; 7] = [false, true, false, false, true, false, false];

    #[procedure(level = 0, threads = 8)]
    pub(crate) struct Sea {
        pub(crate) sums: Buffer<u64>,
    }

    #[execute]
    impl Execute for Sea {
        type Item = Rain;

        fn execute(&self, ctx: &Context<Self>, item: &Rain) {
            if ctx.thread() == 0 {
                self.sums.fetch_add(item.id & 255, told(item));
            }
        }
    }

    #[program]
    pub(crate) struct River {
        pub(crate) spring: Spring,
        pub(crate) brook: Brook,
        pub(crate) pool: Pool,
        pub(crate) stream: Stream,
        pub(crate) rapids: Rapids,
        pub(crate) lake: Lake,
        pub(crate) delta: Delta,
        pub(crate) sea: Sea,
    }
}

struct RiverTest {
    springs: u32,
}

impl RiverTest {
    fn expected(&self) -> Expected {
        let mut all = Vec::new();
        let mut reach: Vec<u32> = (0..self.springs).collect();
        for flood in river::FLOODS {
            all.extend(&reach);
            let next = |id: u32| {
                (0..8).flat_map(move |thread| {
                    (0..river::drops(id, flood, thread))
                        .map(move |k| mix(id.wrapping_mul(32).wrapping_add(thread * 4 + k)))
                })
            };
            reach = reach.into_iter().flat_map(next).collect();
        }
        all.extend(&reach);
        Expected::new(all.into_iter())
    }
}

impl Test for RiverTest {
    fn run(&self, device: &Device, options: Options) -> Result<(Report, Vec<u64>), Error> {
        let sums = device.buffer(256)?;
        let program = river::River {
            spring: river::Spring { sums: sums.clone() },
            brook: river::Brook { sums: sums.clone() },
            pool: river::Pool { sums: sums.clone() },
            stream: river::Stream { sums: sums.clone() },
            rapids: river::Rapids { sums: sums.clone() },
            lake: river::Lake { sums: sums.clone() },
            delta: river::Delta { sums: sums.clone() },
            sea: river::Sea { sums: sums.clone() },
        };
        let mut launcher = Launcher::with_options(device, &program, options)?;
        launcher.seed::<river::Spring>(&(0..self.springs).map(rain).collect::<Vec<Rain>>())?;
        Ok((launcher.run()?, sums.read()?))
    }
}

/// Spawns go beyond local queues, into chunks on loan or, of larger blocks, into such as quick rounds have promised one by one.
fn a_river_in_flood(device: &Device, springs: u32, policies: &[Policy]) {
    let test = RiverTest { springs };
    let expected = test.expected();
    for &policy in policies {
        for block_threads in [128, 256] {
            let options = Options::new().policy(policy).block_threads(block_threads).statistics(true);
            let report = check(&test, device, options, &expected).unwrap_or_else(|error| panic!("{policy:?}: {error}"));
            let beyond: u64 = report.procedures.iter().map(|line| line.global_transfers.expect("statistics")).sum();
            assert!(beyond > 0, "{policy:?}: no chunk was in use\n{report}");
        }
    }
}

#[test]
fn a_river_in_flood_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        let policies = [Policy::FixedPriority, Policy::FillFirst, Policy::RoundRobin, Policy::FullestFirst];
        a_river_in_flood(&device, 20_000, &policies);
    }
}

#[test]
fn a_river_in_flood_emulated() {
    if let Some(device) = devices::emulated() {
        let springs = if devices::is_sanitized() { 4 } else { 12 };
        a_river_in_flood(&device, springs, &[Policy::FixedPriority, Policy::FillFirst]);
    }
}

/// Rounds of leaves on all warps follow each other under policies whose order stays the same, and under one whose order changes; of one leaf
/// and of two. They do not where a warp is left over.
fn rounds_of_leaves_follow_each_other(device: &Device, fields: u32) {
    let test = HarvestTest { fields };
    let cases = [
        (Policy::FillFirst, 128, None),
        (Policy::FillFirst, 64, Some(400_000)),
        (Policy::FillFirst, 96, None),
        (Policy::FixedPriority, 64, None),
        (Policy::FullestFirst, 64, Some(400_000)),
    ];
    for (policy, threads, limit) in cases.into_iter().take(if devices::is_sanitized() { 1 } else { cases.len() }) {
        let options = limit.map_or(Options::new(), |bytes| Options::new().queue_memory(bytes));
        check(&test, device, options.policy(policy).block_threads(threads), &test.expected()).expect("the run ends");
    }
}

#[test]
fn rounds_of_leaves_follow_each_other_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        rounds_of_leaves_follow_each_other(&device, 200_000);
    }
}

#[test]
fn rounds_of_leaves_follow_each_other_emulated() {
    if let Some(device) = devices::emulated() {
        rounds_of_leaves_follow_each_other(&device, if devices::is_sanitized() { 120 } else { 300 });
    }
}

const BEYOND_A_LOCAL_QUEUE: [&str; 2] =
    ["spawns_that_now_and_then_reach_their_bound_emulated", "rounds_of_leaves_follow_each_other_emulated"];

#[test]
fn spawns_beyond_a_local_queue_race_with_nothing() {
    devices::again_with("thread", &BEYOND_A_LOCAL_QUEUE);
}

#[test]
fn spawns_beyond_a_local_queue_stay_in_bounds() {
    devices::again_with("address,undefined", &BEYOND_A_LOCAL_QUEUE);
}

#[test]
fn every_policy_with_the_least_queues_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        every_policy_with_the_least_queues(&device, 18, 500);
    }
}

#[test]
fn every_policy_with_the_least_queues_emulated() {
    if let Some(device) = devices::emulated() {
        every_policy_with_the_least_queues(&device, 13, 4);
    }
}

fn every_policy_with_the_least_queues(device: &Device, depth: u32, roots: u32) {
    let (tree, pipeline) = (TreeTest { depth }, PipelineTest { roots });
    let tests: [(&dyn Test, Expected, usize); 2] =
        [(&tree, Expected::tree(depth), 100_000), (&pipeline, Expected::pipeline(roots), 100_000)];
    for (test, expected, bytes) in &tests {
        for policy in [Policy::FixedPriority, Policy::RoundRobin, Policy::FullestFirst] {
            let options = Options::new().policy(policy).queue_memory(*bytes);
            let report = check(*test, device, options, expected).expect("the run ends");
            println!("{policy:?}: {} suspensions, {:?}", report.suspensions, report.device_time);
        }
    }
}

#[test]
fn a_task_that_cannot_run_within_the_limit_is_an_error_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        a_task_that_cannot_run_within_the_limit_is_an_error(&device);
    }
}

#[test]
fn a_task_that_cannot_run_within_the_limit_is_an_error_emulated() {
    if let Some(device) = devices::emulated() {
        a_task_that_cannot_run_within_the_limit_is_an_error(&device);
    }
}

fn a_task_that_cannot_run_within_the_limit_is_an_error(device: &Device) {
    let sums = device.buffer(256).expect("a buffer");
    let program = Fireworks { burst: Burst {}, spark: Spark { sums: sums.clone() } };
    let mut launcher =
        Launcher::with_options(device, &program, Options::new().queue_memory(4096)).expect("the program is prepared");
    let error = launcher.seed::<Burst>(&[0; 100]).and_then(|launcher| launcher.run()).expect_err("too little memory");
    println!("{error}");
    assert!(matches!(&error, Error::QueueMemory { procedure, length: 100, .. } if procedure == "Burst"), "{error}");
    let mut launcher = Launcher::new(device, &program).expect("the program is prepared");
    launcher.seed::<Burst>(&[0; 100]).and_then(|launcher| launcher.run()).expect("enough memory");
    assert_eq!(sums.read().expect("the sums")[..40], [25_600; 40]);
}

/// What is scarce here is a matter of sizes, not of times: from the least that the device accepts on.
fn scarce_emulated(test: &dyn Test, expected: &Expected) {
    let Some(device) = devices::emulated() else { return };
    let least = least(test, &device);
    let mut suspensions = 0;
    for limit in [least, 2 * least, 10 * least] {
        for scheduler in [Scheduler::Megakernel, Scheduler::TimeSliced, Scheduler::TimeSlicedGraph] {
            let options = Options::new().scheduler(scheduler).queue_memory(limit);
            let report = match check(test, &device, options, expected) {
                // Slices need room for all that a generation may spawn.
                Err(Error::Options { option: "queue_memory", .. }) if scheduler != Scheduler::Megakernel => continue,
                report => report.expect("the run ends"),
            };
            println!("{limit} bytes under {scheduler}: {} suspensions", report.suspensions);
            suspensions += report.suspensions;
        }
    }
    assert!(suspensions > 0, "the least memory must not be enough for everything at once");
}

#[test]
fn scarce_queues_emulated() {
    scarce_emulated(&TreeTest { depth: 14 }, &Expected::tree(14));
    scarce_emulated(&LineTest { roots: 5 }, &Expected::pipeline(5));
}

#[test]
fn scarce_queues_with_tasks_of_blocks_emulated() {
    scarce_emulated(&PipelineTest { roots: 4 }, &Expected::pipeline(4));
}

/// On the CPU a limit below the need is an error; above it the counts are exact.
#[test]
fn the_cpu_ends_with_exact_counts_or_an_error_that_names_the_queue() {
    let tree: (&dyn Test, Expected) = (&TreeTest { depth: 14 }, Expected::tree(14));
    let pipeline: (&dyn Test, Expected) = (&PipelineTest { roots: 20 }, Expected::pipeline(20));
    for (test, expected) in [tree, pipeline] {
        let (mut ended, mut refused) = (0, 0);
        for bytes in (8..22).map(|bits| 1 << bits) {
            match check(test, &Device::cpu(), Options::new().workers(2).queue_memory(bytes), &expected) {
                Ok(_) => ended += 1,
                Err(Error::QueueMemory { procedure, limit_bytes, .. }) => {
                    assert_eq!(limit_bytes, bytes as u64);
                    assert!(!procedure.is_empty());
                    refused += 1;
                }
                Err(error) => panic!("{bytes} bytes: {error}"),
            }
        }
        println!("{ended} limits were enough, {refused} were not");
        assert!(ended > 0 && refused > 0);
    }
}

/// An item so large that the local queues of five procedures take nearly all shared memory.
#[device]
#[derive(Clone, Copy)]
struct Load {
    number: u32,
    words: [u32; 49],
}

/// Makes procedures without tasks, for the shared memory that their local queues take.
macro_rules! idle {
    ($($name:ident of $item:ty;)*) => {
        $(
            #[procedure(level = 2)]
            struct $name {}

            #[execute]
            impl Execute for $name {
                type Item = $item;

                fn execute(&self, _ctx: &Context<Self>, _item: &$item) {}
            }
        )*
    };
}

idle! {
    First of Load;
    Second of Load;
    Third of Load;
    Fourth of Load;
    Small of u32;
}

/// A block of threads, of which one spawns a single task: so the plan expects few of those.
#[procedure(level = 1, threads = 256)]
struct Sender {}

#[execute]
impl Execute for Sender {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        if ctx.thread() == 0 {
            ctx.spawn::<Seldom>(Load { number: *number, words: [0; 49] });
        }
    }
}

/// Counts its tasks, and sums up their numbers.
#[procedure(level = 2)]
struct Seldom {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Seldom {
    type Item = Load;

    fn execute(&self, _ctx: &Context<Self>, load: &Load) {
        self.sums.fetch_add(0, 1);
        self.sums.fetch_add(1, (load.number ^ load.words[48]) as u64);
    }
}

#[program]
struct Loads {
    first: First,
    #[schedule(seeded)]
    second: Second,
    #[schedule(seeded)]
    third: Third,
    #[schedule(seeded)]
    fourth: Fourth,
    #[schedule(seeded)]
    sender: Sender,
    #[schedule(seeded)]
    seldom: Seldom,
    #[schedule(seeded)]
    small: Small,
}

/// Many initial tasks of a procedure that others seldom spawn, whose local queue is shorter than what a block takes of such tasks elsewhere;
/// some are spawned before, so that there is room for a part of those that a block would take at once.
///
/// # Errors
/// [`Error::Options`] where a block has less shared memory than on an H200, which the items are made for.
fn initial_tasks_wait_for_short_queues(device: &Device, count: u32, senders: Range<u32>) -> Result<(), Error> {
    let sums: Buffer<u64> = device.buffer(2)?;
    let program = Loads {
        first: First {},
        second: Second {},
        third: Third {},
        fourth: Fourth {},
        sender: Sender {},
        seldom: Seldom { sums: sums.clone() },
        small: Small {},
    };
    let loads: Vec<_> = (0..count).map(|number| Load { number, words: [number << 8; 49] }).collect();
    for senders in senders {
        sums.fill(0)?;
        let options = Options::new().block_threads(256);
        let mut launcher = Launcher::with_options(device, &program, options)?;
        let numbers: Vec<u32> = (0..senders).collect();
        launcher.seed::<Seldom>(&loads)?.seed::<Sender>(&numbers)?.run()?;
        let found = sums.read()?;
        let sum =
            (0..count).map(|number| u64::from(number ^ number << 8)).sum::<u64>() + numbers.iter().sum::<u32>() as u64;
        assert_eq!(found, [u64::from(count + senders), sum], "tasks and their numbers, of {senders} senders");
    }
    Ok(())
}

#[test]
fn initial_tasks_wait_for_short_queues_on_a_gpu() {
    let Some(device) = devices::gpu() else { return };
    match initial_tasks_wait_for_short_queues(&device, 100_000, 20_000..20_020) {
        Err(error @ Error::Options { .. }) => println!("skipped: {error}"),
        outcome => outcome.expect("it runs"),
    }
}

#[test]
fn initial_tasks_wait_for_short_queues_emulated() {
    let Some(device) = devices::emulated() else { return };
    initial_tasks_wait_for_short_queues(&device, 400, 60..90).expect("it runs");
}
