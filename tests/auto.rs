//! `Scheduler::Auto` through a launcher. Without a GPU the tests of the measuring say so and pass.

#[path = "common/devices.rs"]
mod devices;

use whipple::{
    choice::Origin,
    cuda::{Settings, compile_for, nvrtc::Nvrtc},
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

/// The megakernel of one procedure, with and without a way for spawns past the local queues.
#[test]
fn one_procedure_compiles() {
    if let Err(error) = Nvrtc::get() {
        let required = std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_some_and(|value| value == "1");
        assert!(!required, "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        return println!("skipped: {error}");
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
