//! `Options::order`: the oldest tasks first.

use crate::devices;
use whipple::prelude::*;

/// Spawns two more until they are numbered up to `LAST`, and notes when it ran.
#[procedure(level = 2)]
struct Node {
    count: Buffer<u32>,
    turns: Buffer<u32>,
}

#[execute]
impl Execute for Node {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &number: &u32) {
        self.turns.set(number, self.count.fetch_add(0, 1));
        if 2 * number + 2 < LAST {
            ctx.spawn::<Node>(2 * number + 1);
            ctx.spawn::<Node>(2 * number + 2);
        }
    }
}

#[program]
struct Tree {
    node: Node,
}

#[device]
const LAST: u32 = 2047;

/// When each node of the tree ran.
fn turns(device: &Device, options: Options) -> Result<Vec<u32>, Error> {
    let turns = device.buffer(LAST as usize)?;
    let program = Tree { node: Node { count: device.buffer(1)?, turns: turns.clone() } };
    let mut launcher = Launcher::with_options(device, &program, options)?;
    launcher.seed::<Node>(&[0])?;
    launcher.run()?;
    turns.read()
}

#[test]
fn one_worker_runs_first_what_was_spawned_first() {
    let options = Options::new().workers(1);
    let oldest = turns(&Device::cpu(), options.clone().order(Order::Oldest)).expect("the program runs");
    assert_eq!(oldest, (0..LAST).collect::<Vec<_>>());
    let newest = turns(&Device::cpu(), options).expect("the program runs");
    assert_ne!(newest, oldest);
}

/// Finds distances on a grid where going down costs a little and going right much, and corrects them.
#[procedure(level = 2)]
struct Step {
    distances: Buffer<u32>,
}

#[device]
const SIDE: u32 = 48;

#[execute]
impl Execute for Step {
    type Item = [u32; 2];
    fn execute(&self, ctx: &Context<Self>, &[place, distance]: &[u32; 2]) {
        if self.distances.get_acquire(place) < distance {
            return;
        }
        let (x, y) = (place % SIDE, place / SIDE);
        for k in 0..2u32 {
            let next = if k == 0 { place + 1 } else { place + SIDE };
            let there = if k == 0 { x + 1 < SIDE } else { y + 1 < SIDE };
            let longer = distance + 5 + (place * 7 + k * 3) % 4;
            if there && self.distances.fetch_min(next, longer) > longer {
                ctx.spawn::<Step>([next, longer]);
            }
        }
    }
}

#[program]
struct Search {
    step: Step,
}

/// The distances, and how many tasks it took.
fn search(device: &Device, options: Options) -> Result<(Vec<u32>, u64), Error> {
    let distances = device.buffer_filled((SIDE * SIDE) as usize, u32::MAX)?;
    let program = Search { step: Step { distances: distances.clone() } };
    let mut launcher = Launcher::with_options(device, &program, options)?;
    distances.write(&[0])?;
    launcher.seed::<Step>(&[[0, 0]])?;
    let tasks = launcher.run()?.total_tasks();
    Ok((distances.read()?, tasks))
}

#[test]
fn searches_that_correct_themselves_run_few_tasks() {
    let places = u64::from(SIDE * SIDE);
    let mut known = vec![u32::MAX; places as usize];
    known[0] = 0;
    for place in 0..SIDE * SIDE {
        let distance = known[place as usize];
        let mut shorten = |next: u32, k: u32| {
            let longer = distance + 5 + (place * 7 + k * 3) % 4;
            known[next as usize] = known[next as usize].min(longer);
        };
        if place % SIDE + 1 < SIDE {
            shorten(place + 1, 0);
        }
        if place / SIDE + 1 < SIDE {
            shorten(place + SIDE, 1);
        }
    }
    // Several workers run more where one of them is held up.
    let (_, tasks) = search(&Device::cpu(), Options::new().workers(1).order(Order::Oldest)).expect("the program runs");
    assert!(tasks < 3 * places, "{tasks} tasks for {places} places");
    for device in [Some(Device::cpu()), devices::emulated(), devices::gpu()].into_iter().flatten() {
        for scheduler in [Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::Auto] {
            let options = Options::new().scheduler(scheduler).order(Order::Oldest);
            let (distances, _) = search(&device, options).expect("the program runs");
            assert_eq!(distances, known, "{device:?} {scheduler}");
        }
    }
}

#[test]
fn initial_tasks_come_first() {
    let device = Device::cpu();
    let turns = device.buffer(LAST as usize).expect("a buffer");
    let program = Tree { node: Node { count: device.buffer(1).expect("a buffer"), turns: turns.clone() } };
    let options = Options::new().workers(1).order(Order::Oldest);
    let mut launcher = Launcher::with_options(&device, &program, options).expect("a launcher");
    let seeds: Vec<u32> = (LAST / 4..LAST / 2).collect();
    launcher.seed::<Node>(&seeds).expect("seeds");
    launcher.run().expect("the program runs");
    let turns = turns.read().expect("the turns");
    assert!(seeds.iter().enumerate().all(|(turn, seed)| turns[*seed as usize] == turn as u32), "{turns:?}");
}

#[test]
fn other_orders_are_refused() {
    let refused = |options: Options, words: &str| {
        let error = turns(&Device::cpu(), options.order(Order::Oldest)).expect_err("this is refused").to_string();
        assert!(error.contains("the option `order` cannot be oldest: ") && error.contains(words), "{error}");
    };
    for scheduler in [Scheduler::TimeSliced, Scheduler::TimeSlicedGraph, Scheduler::DynamicParallelism] {
        refused(Options::new().scheduler(scheduler), "choose megakernel-global");
    }
    refused(Options::new().depth_first(true), "`depth_first`");
    refused(Options::new().replay(3), "`replay`");
    assert_eq!("oldest".parse::<Order>().ok(), Some(Order::Oldest));
    assert!("first".parse::<Order>().is_err_and(|error| error.to_string().contains("choose one of newest, oldest")));
}
