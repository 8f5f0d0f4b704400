//! The CPU device beside rayon and plain loops: each workload both ways, in turn, in one run.
//!
//! ```sh
//! cargo bench --bench cpu                  # the medians of 7 turns
//! cargo bench --bench cpu -- forks         # the workloads whose names begin so
//! ```

use rayon::prelude::*;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};
use whipple::prelude::*;

/// Turns of which the medians are shown, after one that warms up.
const TURNS: usize = 7;
/// Workers of whipple, and threads of rayon.
const THREADS: usize = 2;
/// Words that one task of the sums adds.
const WORDS: u32 = 1024;
/// Tasks of the sums.
const PARTS: u32 = 4096;
/// Flat tasks.
const FLAT: u32 = 1_000_000;
/// Levels of the trees of empty tasks.
const DEPTH: u32 = 19;
/// Levels of the tree of tasks of about a microsecond.
const DEPTH_OF_WORK: u32 = 13;
/// Steps of a task of about a microsecond.
#[device]
const STEPS: u32 = 700;

/// Steps of a generator that each need the one before.
#[device]
fn hashed(seed: u32, steps: u32) -> u32 {
    let mut x = seed | 1;
    for _ in 0..steps {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    x
}

/// A tree whose tasks wait for their two children, and add what they give.
mod forks {
    use super::*;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Node {
        pub depth: u32,
        pub steps: u32,
    }

    #[procedure(level = 2)]
    pub struct Fork;

    #[execute]
    impl Execute for Fork {
        type Item = Node;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, node: &Node) {
            let own = if node.steps > 0 { hashed(node.depth, node.steps) as u64 & 1 } else { 1 };
            if node.depth == 0 {
                return ctx.finish(own);
            }
            let child = Node { depth: node.depth - 1, ..*node };
            ctx.fork::<[Fork; 2]>([child, child]).then::<Add>(own);
        }
    }

    #[procedure(level = 2)]
    pub struct Add;

    #[execute]
    impl Execute for Add {
        type Item = Joined<u64, [u64; 2]>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u64, [u64; 2]>) {
            ctx.finish(joined.state + joined.outputs[0] + joined.outputs[1]);
        }
    }

    #[program]
    pub struct Forks {
        fork: Fork,
        add: Add,
    }

    pub fn plain(depth: u32, steps: u32) -> u64 {
        let own = if steps > 0 { u64::from(hashed(depth, steps)) & 1 } else { 1 };
        if depth == 0 {
            return own;
        }
        let (a, b) = rayon::join(|| plain(depth - 1, steps), || plain(depth - 1, steps));
        own + a + b
    }

    pub fn compare(depth: u32, steps: u32) -> Result<Row, Error> {
        let (device, program) = (Device::cpu(), Forks { fork: Fork, add: Add });
        let mut launcher = launcher(&device, &program, THREADS)?;
        let known = plain(depth, steps);
        turns(
            || {
                let sum = launcher.call::<Fork>(Node { depth, steps })?;
                assert_eq!(sum, known);
                Ok(())
            },
            || assert_eq!(plain(depth, steps), known),
        )
    }
}

/// A tree of empty tasks that nobody waits for.
mod spawns {
    use super::*;

    #[procedure(level = 2)]
    pub struct Spawn;

    #[execute]
    impl Execute for Spawn {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, depth: &u32) {
            if *depth > 0 {
                ctx.spawn::<Spawn>(*depth - 1);
                ctx.spawn::<Spawn>(*depth - 1);
            }
        }
    }

    #[program]
    pub struct Spawns {
        spawn: Spawn,
    }

    fn joined(depth: u32) {
        if depth > 0 {
            rayon::join(|| joined(depth - 1), || joined(depth - 1));
        }
    }

    fn scoped<'s>(scope: &rayon::Scope<'s>, depth: u32) {
        if depth > 0 {
            scope.spawn(move |scope| scoped(scope, depth - 1));
            scope.spawn(move |scope| scoped(scope, depth - 1));
        }
    }

    pub fn compare(by_scope: bool) -> Result<Row, Error> {
        let (device, program) = (Device::cpu(), Spawns { spawn: Spawn });
        let mut launcher = launcher(&device, &program, THREADS)?;
        launcher.seed::<Spawn>(&[DEPTH])?;
        turns(
            || {
                assert_eq!(launcher.run()?.total_tasks(), (2 << DEPTH) - 1);
                Ok(())
            },
            || if by_scope { rayon::scope(|scope| scoped(scope, DEPTH)) } else { joined(DEPTH) },
        )
    }
}

/// The rank of the vertices of a graph, pushed along its edges (Whang et al. 2015, "Scalable data-driven PageRank"): a vertex that gets enough
/// runs again, and hands on what it got so far.
mod ranks {
    use super::*;
    use std::collections::VecDeque;

    const VERTICES: u32 = 2000;
    #[device]
    const DEGREE: u32 = 8;
    /// One, as ranks are counted.
    #[device]
    const ONE: u64 = 1 << 40;
    /// What a vertex gets before it runs again.
    #[device]
    const ENOUGH: u64 = ONE / 10_000;

    /// What goes to each follower of a vertex that has got so much.
    #[device]
    fn share(residual: u64) -> u64 {
        residual / 20 * 17 / DEGREE as u64
    }

    #[procedure(level = 2, max_spawns = 8)]
    pub struct Push {
        pub followers: ReadOnly<u32>,
        pub residuals: Buffer<u64>,
        pub ranks: Buffer<u64>,
    }

    #[execute]
    impl Execute for Push {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, &vertex: &u32) {
            let residual = self.residuals.exchange(vertex, 0);
            self.ranks.fetch_add(vertex, residual);
            let part = share(residual);
            for k in 0..DEGREE {
                let follower = self.followers.get(vertex * DEGREE + k);
                let before = self.residuals.fetch_add(follower, part);
                if before < ENOUGH && before + part >= ENOUGH {
                    ctx.spawn::<Push>(follower);
                }
            }
        }
    }

    #[program]
    pub struct Ranks {
        push: Push,
    }

    /// Each vertex follows some near ones, and some anywhere.
    fn followers() -> Vec<u32> {
        let follower = |i: u32| {
            let (vertex, k) = (i / DEGREE, i % DEGREE);
            if k < 4 { (vertex + k + 1) % VERTICES } else { hashed(i + 1, 9) % VERTICES }
        };
        (0..VERTICES * DEGREE).map(follower).collect()
    }

    /// By one thread with a queue. Gives how many vertices it took out.
    fn plain(followers: &[u32], residuals: &mut [u64], ranks: &mut [u64]) -> u64 {
        let (mut waiting, mut taken): (VecDeque<u32>, u64) = ((0..VERTICES).collect(), 0);
        while let Some(vertex) = waiting.pop_front() {
            taken += 1;
            let residual = std::mem::take(&mut residuals[vertex as usize]);
            ranks[vertex as usize] += residual;
            for follower in &followers[(vertex * DEGREE) as usize..][..DEGREE as usize] {
                let to = &mut residuals[*follower as usize];
                let before = *to;
                *to += share(residual);
                if before < ENOUGH && *to >= ENOUGH {
                    waiting.push_back(*follower);
                }
            }
        }
        taken
    }

    pub fn compare(order: Order) -> Result<Row, Error> {
        let device = Device::cpu();
        let (followers, start) = (followers(), vec![ONE / 20 * 3; VERTICES as usize]);
        let (residuals, ranks) = (device.buffer_from(&start)?, device.buffer(VERTICES as usize)?);
        let push = Push {
            followers: device.buffer_from(&followers)?.read_only(),
            residuals: residuals.clone(),
            ranks: ranks.clone(),
        };
        let program = Ranks { push };
        let mut launcher = Launcher::with_options(&device, &program, Options::new().workers(THREADS).order(order))?;
        launcher.seed::<Push>(&(0..VERTICES).collect::<Vec<_>>())?;
        let (mut tasks, mut taken, mut known) = (0, 0, Vec::new());
        let row = turns(
            || {
                residuals.write(&start)?;
                ranks.fill(0)?;
                tasks = launcher.run()?.total_tasks();
                Ok(())
            },
            || {
                known = vec![0; VERTICES as usize];
                taken = plain(&followers, &mut start.clone(), &mut known);
            },
        )?;
        // What is left at each vertex, at most, makes this much of a difference.
        for (rank, known) in ranks.read()?.into_iter().zip(known) {
            assert!(rank.abs_diff(known) <= 20 * ENOUGH, "{rank} {known}");
        }
        println!("{tasks} tasks, and {taken} of a queue");
        Ok(row)
    }
}

/// Tasks that need nothing of each other.
mod flat {
    use super::*;

    #[procedure(level = 2)]
    pub struct Flat {
        pub hashes: Buffer<u32>,
    }

    #[execute]
    impl Execute for Flat {
        type Item = u32;
        fn execute(&self, _ctx: &Context<Self>, number: &u32) {
            self.hashes.set(*number, hashed(*number, 20));
        }
    }

    #[program]
    pub struct FlatTasks {
        flat: Flat,
    }

    pub fn compare() -> Result<Row, Error> {
        let device = Device::cpu();
        let program = FlatTasks { flat: Flat { hashes: device.buffer(FLAT as usize)? } };
        let mut launcher = launcher(&device, &program, THREADS)?;
        launcher.seed::<Flat>(&(0..FLAT).collect::<Vec<_>>())?;
        let mut hashes = vec![0; FLAT as usize];
        let row = turns(
            || launcher.run().map(drop),
            || hashes.par_iter_mut().enumerate().for_each(|(number, hash)| *hash = hashed(number as u32, 20)),
        )?;
        assert_eq!(program.flat.hashes.read()?, hashes);
        Ok(row)
    }
}

/// Sums of parts of a buffer: by tasks of a block, of a warp, of a thread. One worker beside one thread.
mod sums {
    use super::*;

    /// A reduction in shared memory, with nine barriers.
    #[procedure(level = 1, threads = 256, shared = SharedArray<u32, 256>)]
    pub struct Reduce {
        pub words: ReadOnly<u32>,
        pub sums: Buffer<u32>,
    }

    #[execute]
    impl Execute for Reduce {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, part: &u32) {
            let (own, shared) = (ctx.thread(), ctx.shared());
            let mut sum = 0_u32;
            for k in 0..WORDS / 256 {
                sum = sum.wrapping_add(self.words.get(*part * WORDS + k * 256 + own));
            }
            shared.set(own, sum);
            ctx.barrier();
            let mut half = 128;
            while half > 0 {
                if own < half {
                    shared.set(own, shared.get(own).wrapping_add(shared.get(own + half)));
                }
                ctx.barrier();
                half /= 2;
            }
            if own == 0 {
                self.sums.set(*part, shared.get(0));
            }
        }
    }

    /// The same by a warp.
    #[procedure(level = 0, threads = 32)]
    pub struct Warps {
        pub words: ReadOnly<u32>,
        pub sums: Buffer<u32>,
    }

    #[execute]
    impl Execute for Warps {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, part: &u32) {
            let mut sum = 0_u32;
            for k in 0..WORDS / 32 {
                sum = sum.wrapping_add(self.words.get(*part * WORDS + k * 32 + ctx.thread()));
            }
            let sum = ctx.reduce_add(sum);
            if ctx.thread() == 0 {
                self.sums.set(*part, sum);
            }
        }
    }

    /// The same by a thread.
    #[procedure(level = 2)]
    pub struct Alone {
        pub words: ReadOnly<u32>,
        pub sums: Buffer<u32>,
    }

    #[execute]
    impl Execute for Alone {
        type Item = u32;
        fn execute(&self, _ctx: &Context<Self>, part: &u32) {
            let mut sum = 0_u32;
            for k in 0..WORDS {
                sum = sum.wrapping_add(self.words.get(*part * WORDS + k));
            }
            self.sums.set(*part, sum);
        }
    }

    /// A block that adds without barriers: each thread has a sum of its own.
    #[procedure(level = 1, threads = 256)]
    pub struct Stream {
        pub words: ReadOnly<u32>,
        pub sums: Buffer<u32>,
    }

    #[execute]
    impl Execute for Stream {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, part: &u32) {
            let mut sum = 0_u32;
            for k in 0..WORDS / 256 {
                sum = sum.wrapping_add(self.words.get(*part * WORDS + k * 256 + ctx.thread()));
            }
            self.sums.set(*part * 256 + ctx.thread(), sum);
        }
    }

    macro_rules! program {
        ($program:ident, $procedure:ident, $compare:ident, $sums:expr, $plain:expr) => {
            #[program]
            pub struct $program {
                procedure: $procedure,
            }

            pub fn $compare() -> Result<Row, Error> {
                let device = Device::cpu();
                let words: Vec<u32> = (0..WORDS * PARTS).map(|i| i.wrapping_mul(2_654_435_761)).collect();
                let sums = device.buffer::<u32>($sums as usize)?;
                let procedure = $procedure { words: device.buffer_from(&words)?.read_only(), sums: sums.clone() };
                let program = $program { procedure };
                let mut launcher = launcher(&device, &program, 1)?;
                launcher.seed::<$procedure>(&(0..PARTS).collect::<Vec<_>>())?;
                let mut known = vec![0_u32; $sums as usize];
                let row = turns(|| launcher.run().map(drop), || $plain(&words, &mut known))?;
                assert_eq!(sums.read()?, known);
                Ok(row)
            }
        };
    }

    program!(Reductions, Reduce, reductions, PARTS, parts);
    program!(WarpSums, Warps, warps, PARTS, parts);
    program!(ThreadSums, Alone, threads, PARTS, parts);
    program!(Streams, Stream, streams, PARTS * 256, strided);

    /// One sum for each part.
    fn parts(words: &[u32], sums: &mut [u32]) {
        for (part, sum) in words.chunks_exact(WORDS as usize).zip(sums) {
            *sum = part.iter().fold(0, |sum: u32, word| sum.wrapping_add(*word));
        }
    }

    /// 256 sums for each part.
    fn strided(words: &[u32], sums: &mut [u32]) {
        for (part, sums) in words.chunks_exact(WORDS as usize).zip(sums.chunks_exact_mut(256)) {
            sums.copy_from_slice(&part[..256]);
            for row in part[256..].chunks_exact(256) {
                sums.iter_mut().zip(row).for_each(|(sum, word)| *sum = sum.wrapping_add(*word));
            }
        }
    }
}

/// What a workload took both ways.
struct Row {
    whipple: Duration,
    other: Duration,
}

fn launcher<'p, P: Program>(device: &Device, program: &'p P, workers: usize) -> Result<Launcher<'p, P>, Error> {
    Launcher::with_options(device, program, Options::new().workers(workers))
}

/// Runs both in turn.
fn turns(mut whipple: impl FnMut() -> Result<(), Error>, mut other: impl FnMut()) -> Result<Row, Error> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for turn in 0..=TURNS {
        let start = Instant::now();
        whipple()?;
        let middle = Instant::now();
        other();
        let end = Instant::now();
        if turn > 0 {
            ours.push(middle - start);
            theirs.push(end - middle);
        }
    }
    ours.sort();
    theirs.sort();
    Ok(Row { whipple: ours[TURNS / 2], other: theirs[TURNS / 2] })
}

/// A workload: its name, what stands beside it, how many tasks it has, and how both are measured.
type Workload = (&'static str, &'static str, u64, fn() -> Result<Row, Error>);

const WORKLOADS: [Workload; 11] = [
    ("forks, empty", "rayon::join", (2 << DEPTH) - 1, || forks::compare(DEPTH, 0)),
    ("forks, a microsecond", "rayon::join", (2 << DEPTH_OF_WORK) - 1, || forks::compare(DEPTH_OF_WORK, STEPS)),
    ("spawns, empty", "rayon::join", (2 << DEPTH) - 1, || spawns::compare(false)),
    ("spawns, empty ", "rayon::scope", (2 << DEPTH) - 1, || spawns::compare(true)),
    ("ranks, newest first", "a queue", 2000, || ranks::compare(Order::Newest)),
    ("ranks, oldest first", "a queue", 2000, || ranks::compare(Order::Oldest)),
    ("flat, 20 hashes", "par_iter", FLAT as u64, flat::compare),
    ("block, 9 barriers", "a loop", PARTS as u64, sums::reductions),
    ("block, no barrier", "a loop", PARTS as u64, sums::streams),
    ("warp, reduce_add", "a loop", PARTS as u64, sums::warps),
    ("thread", "a loop", PARTS as u64, sums::threads),
];

fn main() -> Result<(), Error> {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    rayon::ThreadPoolBuilder::new().num_threads(THREADS).build_global().expect("threads of rayon");
    black_box(hashed(1, STEPS));
    println!("{:<22} {:>12} {:>14} {:>14} {:>8}", "workload", "beside", "whipple, ns", "other, ns", "ratio");
    for (name, beside, tasks, compare) in WORKLOADS {
        if !wanted.is_empty() && !wanted.iter().any(|start| name.starts_with(start.as_str())) {
            continue;
        }
        let Row { whipple, other } = compare()?;
        let of_task = |time: Duration| time.as_nanos() as f64 / tasks as f64;
        let (own, theirs) = (of_task(whipple), of_task(other));
        println!("{name:<22} {beside:>12} {own:>14.1} {theirs:>14.1} {:>8.2}", own / theirs);
    }
    Ok(())
}
