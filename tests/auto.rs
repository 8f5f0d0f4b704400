//! `Scheduler::Auto` through a launcher. Without a GPU the tests of the measuring say so and pass.

#[path = "common/devices.rs"]
mod devices;

use std::time::{Duration, Instant};
use whipple::{
    choice::{Choice, Origin},
    cuda::{Settings, compile_for},
    prelude::*,
};

/// Adds its number to a sum, and does so again for half of it.
#[procedure(level = 2)]
struct Halve {
    sum: Buffer<u64>,
}

#[execute]
impl Execute for Halve {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        self.sum.fetch_add(0, *number as u64);
        if *number > 1 {
            ctx.spawn::<Halve>(*number / 2);
        }
    }
}

#[program]
struct Halving {
    halve: Halve,
}

const NUMBERS: u32 = 5000;

fn expected(numbers: u32) -> u64 {
    let halves = |number: u32| std::iter::successors(Some(number), |half| (*half > 1).then_some(half / 2));
    (1..=numbers).flat_map(halves).map(u64::from).sum()
}

fn run(device: &Device, numbers: u32) -> Report {
    let sum = device.buffer_from(&[7_u64]).expect("a small buffer");
    let program = Halving { halve: Halve { sum: sum.clone() } };
    let options = Options::new().scheduler(Scheduler::Auto);
    let mut launcher = Launcher::with_options(device, &program, options).expect("the program is prepared");
    let seeds: Vec<u32> = (1..=numbers).collect();
    let report = launcher.seed::<Halve>(&seeds).and_then(|launcher| launcher.run()).expect("it runs");
    assert_eq!(sum.read().expect("the sum"), [7 + expected(numbers)], "as after one run\n{report}");
    launcher.run().expect("it runs again");
    assert_eq!(sum.read().expect("the sum"), [7 + 2 * expected(numbers)], "as after two runs\n{report}");
    report
}

#[test]
fn the_cpu_has_nothing_to_choose() {
    assert_eq!(run(&Device::cpu(), NUMBERS).choice, None);
}

#[test]
fn measuring_leaves_the_buffers_as_after_one_run_on_a_gpu() {
    if let Some(device) = devices::gpu() {
        measure(&device, NUMBERS);
    }
}

#[test]
fn measuring_leaves_the_buffers_as_after_one_run_emulated() {
    if let Some(device) = devices::emulated() {
        measure(&device, 300);
    }
}

fn measure(device: &Device, most: u32) {
    for numbers in [1, most] {
        let report = run(device, numbers);
        println!("{report}");
        let choice = report.choice.expect("a choice");
        assert!(!matches!(choice.origin, Origin::Planned(_)), "{choice}");
    }
}

/// The rows of a board that have a queen, as the columns and diagonals that they leave free of attack.
#[device]
#[derive(Clone, Copy)]
struct Board {
    columns: u32,
    left: u32,
    right: u32,
}

/// Sets a queen into the next row wherever it is not attacked.
#[procedure(level = 2, max_spawns = 16)]
struct Queens {
    size: u32,
    solutions: Buffer<u64>,
}

#[execute]
impl Execute for Queens {
    type Item = Board;

    fn execute(&self, ctx: &Context<Self>, board: &Board) {
        let all = (1u32 << self.size) - 1;
        let mut free = all & !(board.columns | board.left | board.right);
        if board.columns == all {
            self.solutions.fetch_add(0, 1);
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            ctx.spawn::<Queens>(Board {
                columns: board.columns | queen,
                left: (board.left | queen) << 1,
                right: (board.right | queen) >> 1,
            });
        }
    }
}

#[program]
struct Puzzle {
    queens: Queens,
}

/// How often each board was solved, and in what time at best: on the device, and by the host's clock.
struct Solved {
    device: Duration,
    host: Duration,
    choice: Option<Choice>,
}

/// Solves a board of each size `times` times, with one launcher.
fn solve<'a>(device: &Device, scheduler: Scheduler, sizes: &'a [(u32, u64)], times: usize) -> Vec<(u32, Vec<Solved>)> {
    let solutions = device.buffer(1).expect("a small buffer");
    let puzzle = |size| Puzzle { queens: Queens { size, solutions: solutions.clone() } };
    let options = Options::new().scheduler(scheduler);
    let mut launcher = Launcher::owning(device, puzzle(1), options).expect("the program is prepared");
    launcher.seed::<Queens>(&[Board { columns: 0, left: 0, right: 0 }]).expect("a seed");
    let mut each = |&(size, expected): &'a (u32, u64)| {
        let solved = (0..times).map(|_| {
            solutions.fill(0).expect("it is filled");
            let begin = Instant::now();
            let report = launcher.run_with(&puzzle(size)).expect("it runs");
            let host = begin.elapsed();
            assert_eq!(solutions.read().expect("the solutions"), [expected], "{size} queens under {scheduler}");
            Solved { device: report.device_time.unwrap_or(host), host, choice: report.choice }
        });
        (size, solved.collect())
    };
    sizes.iter().map(&mut each).collect()
}

/// What a board of 12 takes says nothing of one of 16: both begin with one task. Prints what both take under the default scheduler and chosen.
#[test]
fn queens_take_what_the_default_takes_on_a_gpu() {
    let Some((device, _alone)) = devices::gpu_alone() else { return };
    let sizes = [(12, 14_200), (16, 14_772_512), (12, 14_200), (16, 14_772_512)];
    let planned = solve(&device, Scheduler::Megakernel, &sizes, 6);
    let chosen = solve(&device, Scheduler::Auto, &sizes, 6);
    // The larger work first: what is far slower for it is stopped.
    solve(&device, Scheduler::Auto, &sizes[1..2], 2);
    for ((size, planned), (_, chosen)) in planned.iter().zip(&chosen) {
        println!("{size} queens");
        for (run, (planned, chosen)) in planned.iter().zip(chosen).enumerate() {
            let name = chosen.choice.as_ref().map_or("", |choice| choice.name.as_str());
            println!(
                "  run {run}: megakernel {:.3} ms ({:.3} on the device), auto {:.3} ms ({:.3} on the device) by {name}",
                planned.host.as_secs_f64() * 1e3,
                planned.device.as_secs_f64() * 1e3,
                chosen.host.as_secs_f64() * 1e3,
                chosen.device.as_secs_f64() * 1e3,
            );
        }
    }
}

/// One initial task, of one task in all and then of 32: before a run they cannot be told apart.
#[test]
fn other_work_of_a_class_is_measured_anew_emulated() {
    let Some(device) = devices::emulated() else { return };
    let sum = device.buffer(1).expect("a small buffer");
    let program = Halving { halve: Halve { sum: sum.clone() } };
    let options = Options::new().scheduler(Scheduler::Auto);
    let mut launcher = Launcher::with_options(&device, &program, options).expect("the program is prepared");
    let mut choose = |number: u32| {
        sum.fill(0).expect("it is filled");
        let report =
            launcher.clear_seeds().seed::<Halve>(&[number]).and_then(|launcher| launcher.run()).expect("it runs");
        let halves = std::iter::successors(Some(u64::from(number)), |half| (*half > 1).then_some(half / 2));
        assert_eq!(sum.read().expect("the sum"), [halves.sum::<u64>()], "as after one run\n{report}");
        report.choice.expect("a choice")
    };
    let few = choose(1);
    assert_eq!(choose(1), few);
    assert_eq!(choose(1 << 31), few, "the first run of other work shows that it is");
    let many = choose(1 << 31);
    assert!(matches!(many.origin, Origin::Measured { .. }), "the second measures it: {many}");
    assert_eq!(choose(1 << 31), many);
}

/// The megakernel of one procedure, with and without a way for spawns past the local queues.
#[test]
fn one_procedure_compiles() {
    if !devices::has_nvrtc() {
        return;
    }
    for architecture in ["sm_75", "sm_90", "sm_120"] {
        for overflow in [0, 1] {
            let settings = Settings::default().define("WHIPPLE_OVERFLOW", overflow);
            let compiled =
                compile_for(Halving::CUDA_SOURCE, Halving::NAME, architecture, &settings).expect("it compiles");
            assert_eq!(compiled.warnings, "", "{architecture}, overflow: {overflow}");
        }
    }
}
