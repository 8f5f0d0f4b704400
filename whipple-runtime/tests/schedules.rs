//! Every schedule runs every task exactly once: workers, policies, seeds, repeated runs.

mod support;
use support::*;

procedure!(Tree { visits: Buffer<u32> }, Thread, 1, ());
spawns!(Tree => Tree, Leaf);

impl Execute for Tree {
    type Item = [u32; 2];
    fn execute(&self, ctx: &Context<Self>, &[node, depth]: &[u32; 2]) {
        self.visits.fetch_add(0, 1);
        if depth == 0 {
            ctx.spawn::<Leaf>(node);
        } else {
            ctx.spawn::<Tree>([2 * node, depth - 1]);
            ctx.spawn::<Tree>([2 * node + 1, depth - 1]);
        }
    }
}

procedure!(Leaf { counts: Buffer<u32> }, Warp, 4, ());
spawns!(Leaf =>);

impl Execute for Leaf {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &leaf: &u32) {
        let total = ctx.reduce_add(ctx.thread() + 1);
        if ctx.thread() == 0 {
            self.counts.fetch_add(leaf % self.counts.len(), total);
        }
    }
}

program!(Forest { tree: Tree, leaf: Leaf });

const DEPTH: u32 = 9;
const LEAVES: u32 = 1 << DEPTH;

fn run(options: Options, runs: u32) {
    let device = Device::cpu();
    let visits = device.buffer::<u32>(1).unwrap();
    let counts = device.buffer::<u32>(2 * LEAVES as usize).unwrap();
    let forest = Forest { tree: Tree { visits: visits.clone() }, leaf: Leaf { counts: counts.clone() } };
    let mut launcher = Launcher::with_options(&device, &forest, options.clone()).unwrap();
    launcher.seed::<Tree>(&[[1, DEPTH]]).unwrap();
    for round in 1..=runs {
        let report = launcher.run().unwrap();
        assert_eq!(report.tasks::<Tree>(), u64::from(2 * LEAVES - 1), "{options:?}");
        assert_eq!(report.tasks::<Leaf>(), u64::from(LEAVES), "{options:?}");
        assert_eq!(report.tasks_of("Leaf"), u64::from(LEAVES), "{options:?}");
        assert_eq!(visits.get(0), round * (2 * LEAVES - 1), "{options:?}");
        let expected: Vec<u32> = (0..2 * LEAVES).map(|leaf| if leaf < LEAVES { 0 } else { 10 * round }).collect();
        assert_eq!(counts.read().unwrap(), expected, "{options:?}");
    }
}

procedure!(Walk { best: Buffer<u32> }, Thread, 1, ());
spawns!(Walk => Walk);

impl Execute for Walk {
    type Item = [u32; 2];
    fn execute(&self, ctx: &Context<Self>, &[place, cost]: &[u32; 2]) {
        for (to, more) in [(place + 2, 2), (place + 1, 2)] {
            if to < self.best.len() && self.best.fetch_min(to, cost + more) > cost + more {
                ctx.spawn::<Walk>([to, cost + more]);
            }
        }
    }
}

program!(Search { walk: Walk });

/// A search that corrects what it found runs each place once if tasks run in about the order of their spawns.
#[test]
fn searches_correct_little() {
    const PLACES: u32 = 320;
    let device = Device::cpu();
    let best = device.buffer_filled(PLACES as usize, u32::MAX).unwrap();
    let search = Search { walk: Walk { best: best.clone() } };
    let mut launcher = Launcher::with_options(&device, &search, Options::new().workers(1)).unwrap();
    let report = launcher.seed::<Walk>(&[[0, 0]]).unwrap().run().unwrap();
    assert_eq!(report.tasks::<Walk>(), u64::from(PLACES));
    let expected: Vec<u32> = (1..PLACES).map(|place| 2 * place.div_ceil(2)).collect();
    assert_eq!(best.read().unwrap()[1..], expected);
}

#[test]
fn every_task_runs_once() {
    for workers in 1..=4 {
        for &policy in Policy::ALL {
            run(Options::new().workers(workers).policy(policy), 3);
        }
    }
    run(Options::new(), 2);
}

#[test]
fn every_task_runs_once_in_random_schedules() {
    for seed in 0..20 {
        println!("seed {seed}");
        run(Options::new().replay(seed), 2);
    }
}

#[test]
fn no_seeds_end_at_once() {
    let device = Device::cpu();
    let visits = device.buffer(1).unwrap();
    let forest = Forest { tree: Tree { visits: visits.clone() }, leaf: Leaf { counts: visits } };
    for workers in 1..=4 {
        let mut launcher = Launcher::with_options(&device, &forest, Options::new().workers(workers)).unwrap();
        assert_eq!(launcher.run().unwrap().total_tasks(), 0);
        launcher.seed::<Tree>(&[]).unwrap();
        assert_eq!(launcher.run().unwrap().total_tasks(), 0);
    }
}

#[test]
fn seeds_stay_until_cleared() {
    let device = Device::cpu();
    let visits = device.buffer(1).unwrap();
    let forest = Forest { tree: Tree { visits: visits.clone() }, leaf: Leaf { counts: visits.clone() } };
    let mut launcher = Launcher::with_options(&device, &forest, Options::new().workers(2)).unwrap();
    launcher.seed::<Leaf>(&[0; 100]).unwrap().seed::<Tree>(&[[1, 0]]).unwrap();
    assert_eq!(launcher.run().unwrap().total_tasks(), 102);
    assert_eq!(launcher.run().unwrap().total_tasks(), 102);
    assert_eq!(launcher.clear_seeds().run().unwrap().total_tasks(), 0);
}

procedure!(Log { order: Buffer<u32>, next: Buffer<u32> }, Thread, 1, ());
spawns!(Log => Log);

impl Execute for Log {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &number: &u32) {
        self.order.set(self.next.fetch_add(0, 1), number);
        if number < 64 {
            ctx.spawn::<Log>(2 * number);
            ctx.spawn::<Log>(2 * number + 1);
        }
    }
}
program!(Logged { log: Log });

#[test]
fn the_same_seed_gives_the_same_schedule() {
    let order = |seed| {
        let device = Device::cpu();
        let order = device.buffer::<u32>(127).unwrap();
        let logged = Logged { log: Log { order: order.clone(), next: device.buffer(1).unwrap() } };
        let mut launcher = Launcher::with_options(&device, &logged, Options::new().replay(seed)).unwrap();
        launcher.seed::<Log>(&[1]).unwrap().run().unwrap();
        order.read().unwrap()
    };
    for seed in 0..10 {
        println!("seed {seed}");
        assert_eq!(order(seed), order(seed));
        assert_ne!(order(seed), order(seed + 1));
    }
}

procedure!(Spin { done: Buffer<u64> }, Thread, 1, ());
spawns!(Spin => Spin);

impl Execute for Spin {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &depth: &u32) {
        let start = std::time::Instant::now();
        while start.elapsed() < std::time::Duration::from_micros(50) {}
        self.done.fetch_add(0, 1);
        if depth > 0 {
            ctx.spawn::<Spin>(depth - 1);
            ctx.spawn::<Spin>(depth - 1);
        }
    }
}
program!(Spinning { spin: Spin });

#[test]
fn one_seed_keeps_two_workers_busy() {
    let device = Device::cpu();
    let spinning = Spinning { spin: Spin { done: device.buffer(1).unwrap() } };
    let mut launcher = Launcher::with_options(&device, &spinning, Options::new().workers(2)).unwrap();
    let report = launcher.seed::<Spin>(&[11]).unwrap().run().unwrap();
    println!("{report}");
    assert_eq!(report.total_tasks(), 4095);
    assert!(report.chunks > 0, "nothing was handed over");
}

procedure!(Unit {}, Thread, 1, ());
spawns!(Unit =>);

impl Execute for Unit {
    type Item = ();
    fn execute(&self, _: &Context<Self>, &(): &()) {}
}
program!(Units { unit: Unit });

#[test]
fn items_without_size_are_counted() {
    for workers in 1..=3 {
        let units = Units { unit: Unit {} };
        let mut launcher = Launcher::with_options(&Device::cpu(), &units, Options::new().workers(workers)).unwrap();
        assert_eq!(launcher.seed::<Unit>(&[(); 1000]).unwrap().run().unwrap().total_tasks(), 1000);
    }
}

procedure!(First { log: Buffer<u32>, next: Buffer<u32> }, Thread, 1, ());
spawns!(First => Second);

impl Execute for First {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &left: &u32) {
        self.log.set(self.next.fetch_add(0, 1), 1);
        ctx.spawn::<Second>(left);
    }
}
procedure!(Second { log: Buffer<u32>, next: Buffer<u32> }, Thread, 1, ());
spawns!(Second =>);

impl Execute for Second {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, _: &u32) {
        self.log.set(self.next.fetch_add(0, 1), 2);
    }
}
program!(Pipeline { first: First, second: Second });
program!(Prioritised { first: First = 5, second: Second = 1 });

/// How often the procedure changes from one task to the next.
fn changes<P: Program + Contains<First>>(make: fn(First, Second) -> P, policy: Policy) -> usize {
    let device = Device::cpu();
    let log = device.buffer::<u32>(2000).unwrap();
    let next = device.buffer::<u32>(1).unwrap();
    let program = make(First { log: log.clone(), next: next.clone() }, Second { log: log.clone(), next });
    let mut launcher = Launcher::with_options(&device, &program, Options::new().workers(1).policy(policy)).unwrap();
    launcher.seed::<First>(&[0; 1000]).unwrap().run().unwrap();
    log.read().unwrap().windows(2).filter(|pair| pair[0] != pair[1]).count()
}

#[test]
fn policies_choose_as_they_say() {
    let pipeline = |first, second| Pipeline { first, second };
    let prioritised = |first, second| Prioritised { first, second };
    // The first stage has priority: all its tasks, then all of the second.
    assert_eq!(changes(prioritised, Policy::FixedPriority), 1);
    assert_eq!(changes(prioritised, Policy::Plan), 1);
    // Without priorities a pipeline drains from its back, after each batch.
    assert!(changes(pipeline, Policy::FixedPriority) > 20);
    // Or it fills from its front: 1,000 tasks fill no queue, so the second stage waits until the first has no more.
    assert_eq!(changes(pipeline, Policy::FillFirst), 1);
    assert_eq!(changes(pipeline, Policy::Plan), 1);
    assert!(changes(prioritised, Policy::FillFirst) > 20);
    assert!(changes(prioritised, Policy::RoundRobin) > 20);
    // The second queue has to grow past the first one before it is served.
    let fullest = changes(pipeline, Policy::FullestFirst);
    assert!((3..1999).contains(&fullest), "{fullest}");
}
