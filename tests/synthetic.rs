//! The synthetic example, small: every test under every policy on the CPU, under every scheduler on the emulated device and, where
//! there is one, on a GPU; its files; its CUDA text.

#[path = "../examples/common/mod.rs"]
mod common;
#[path = "common/devices.rs"]
mod devices;
#[path = "../examples/synthetic/mod.rs"]
mod synthetic;

use clap::Parser;
use serde_json::Value;
use std::fs;
use synthetic::{
    cli::Arguments,
    expect,
    load::Load,
    measure::{Failure, Measurable, Session},
    recursion, run,
    suite::{self, Buffers, Size},
    unbalanced,
};
use whipple::{
    cuda::{compile_for, engine, nvrtc::Nvrtc},
    prelude::*,
};

/// Runs the command; gives its table, or its error.
fn command(arguments: &[&str]) -> Result<String, String> {
    let arguments =
        Arguments::try_parse_from(["synthetic", "--quick"].iter().chain(arguments)).expect("good arguments");
    let mut table = Vec::new();
    let outcome = run::run(&arguments, &mut table);
    let table = String::from_utf8(table).expect("text");
    println!("{table}");
    outcome.map(|()| table).map_err(|error| error.to_string())
}

#[test]
fn every_test_under_every_policy_on_the_cpu() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    let (json, svg) = (folder.join("measurements.json"), folder.join("plots"));
    let paths = [json.to_str().expect("a path"), svg.to_str().expect("a path")];
    let table =
        command(&["--device", "cpu", "--policies", "all", "--runs", "1", "--json", paths[0], "--svg", paths[1]])
            .expect("all checks hold");
    let tests = suite::tests(Size::Quick, &[6, 9]);
    assert_eq!(table.lines().filter(|line| line.ends_with("  ok")).count(), tests.len() * Policy::ALL.len());

    let document: Value = serde_json::from_slice(&fs::read(&json).expect("the file")).expect("it is JSON");
    let measurements = document["measurements"].as_array().expect("a list");
    assert_eq!(measurements.len(), tests.len() * Policy::ALL.len());
    for measurement in measurements {
        let number = |key: &str| measurement[key].as_f64().unwrap_or_else(|| panic!("{key} in {measurement}"));
        assert!(number("min_ms") <= number("median_ms") && number("median_ms") <= number("max_ms"), "{measurement}");
        assert!(number("tasks") >= 1.0 && number("tasks_per_second") > 0.0, "{measurement}");
    }
    for group in ["recursion1", "recursion2", "tree", "pipeline", "unbalanced", "durations"] {
        let plot = fs::read_to_string(svg.join(format!("{group}.svg"))).expect("a plot");
        assert!(plot.starts_with("<svg") && plot.trim_end().ends_with("</svg>"), "{group}");
        assert!(plot.contains("round-robin"), "{group}: a legend or labels");
    }
}

#[test]
fn every_test_under_every_scheduler_on_a_gpu() {
    if devices::gpu().is_some() {
        let table = command(&["--device", "cuda"]).expect("all checks hold");
        assert!(table.lines().any(|line| line.contains(" megakernel ") && line.ends_with("  ok")));
    }
}

#[test]
fn every_policy_on_a_gpu() {
    if devices::gpu().is_some() {
        command(&["--device", "cuda", "--schedulers", "megakernel", "--policies", "all"]).expect("all checks hold");
    }
}

/// Runs tests on the emulated device once; every row of the table must be there.
fn emulate(arguments: &[&str], rows: usize) {
    emulate_often("1", arguments, rows);
}

/// As [`emulate`], by so many runs of each launcher.
fn emulate_often(runs: &str, arguments: &[&str], rows: usize) {
    if devices::emulated().is_some() {
        let often = ["--device", "emulated", "--runs", runs, "--warmup", "0"];
        let table = command(&[&often, arguments].concat()).expect("all checks hold");
        assert_eq!(table.lines().filter(|line| line.ends_with("  ok")).count(), rows);
    }
}

#[test]
fn every_test_under_every_scheduler_emulated() {
    emulate(&[], suite::tests(Size::Quick, &[6, 9]).len() * Scheduler::ALL.len());
}

#[test]
fn every_policy_emulated() {
    // A policy chooses among procedures: of the programs with one procedure, one; of the pipelines, two that differ in all.
    let few = "recursion1-memory,tree-6,pipeline-equal-er,pipeline-different-dr,durations";
    // One test of each program.
    let all = "recursion2-memory,recursion1-memory,tree-6,pipeline,unbalanced,durations";
    let (tests, count) = if devices::is_full() { (all, 9) } else { (few, 5) };
    emulate(&["--schedulers", "megakernel", "--policies", "all", "--tests", tests], count * Policy::ALL.len());
}

#[test]
fn some_tests_emulated() {
    for scheduler in devices::schedulers() {
        emulate(&["--schedulers", scheduler.name(), "--tests", "recursion2-memory,recursion1-memory,durations"], 3);
    }
}

/// Later runs of a launcher begin with what earlier ones have found, until it is found anew.
#[test]
fn runs_after_runs_emulated() {
    emulate_often("36", &["--schedulers", "megakernel", "--tests", "recursion1"], 3);
}

#[test]
fn no_test_races() {
    devices::again_with("thread", &["some_tests_emulated"]);
}

#[test]
fn no_test_leaves_its_memory() {
    devices::again_with("address,undefined", &["some_tests_emulated"]);
}

#[test]
fn every_program_compiles_to_a_cubin() {
    if let Err(error) = Nvrtc::get() {
        let required = std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_some_and(|value| value == "1");
        assert!(!required, "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        return println!("skipped: {error}");
    }
    let mut compiled = Vec::new();
    for test in suite::tests(Size::Quick, &[6]) {
        let program = test.description();
        if compiled.contains(&program.cuda_source) {
            continue;
        }
        let settings = engine::settings(program, &Options::new()).expect("options that fit");
        let cubin = compile_for(program.cuda_source, program.name, "sm_90", &settings).expect("it compiles");
        assert_eq!((cubin.warnings.as_str(), cubin.is_ptx()), ("", false), "{}", test.name());
        for kernel in &cubin.kernels {
            println!("{}: {} registers, {} bytes spilled", test.name(), kernel.registers, kernel.spill_stores);
        }
        compiled.push(program.cuda_source);
    }
}

#[test]
fn a_traced_run_is_written_and_plotted() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    let (file, svg) = (folder.join("trace.json"), folder.join("plots"));
    let paths = [file.to_str().expect("a path"), svg.to_str().expect("a path")];
    command(&["--device", "cpu", "--tests", "pipeline-equal-dr", "--trace", paths[0], "--svg", paths[1]])
        .expect("all checks hold");
    let document: Value = serde_json::from_slice(&fs::read(&file).expect("the file")).expect("it is JSON");
    let events = document["traceEvents"].as_array().expect("a list");
    let tasks: u64 = events.iter().filter_map(|event| event["args"]["tasks"].as_u64()).sum();
    assert_eq!(tasks, 406);
    for plot in ["tasks", "queues", "pipeline"] {
        let plot = fs::read_to_string(svg.join(format!("{plot}.svg"))).expect("a plot");
        assert!(plot.trim_end().ends_with("</svg>"));
    }
}

/// A test whose expectations are falsified must fail, and say how.
#[test]
fn wrong_counts_checksums_and_memory_are_errors() {
    let device = Device::cpu();
    let buffers = Buffers::new(&device).expect("buffers");
    let session = Session { device, buffers, runs: 1, warmup: 0 };
    let test = recursion::RecursionOfThreads { name: "recursion".into(), load: Load::Memory, chains: 50 };
    let expected = Measurable::expect(&test).expect("a recount");
    let measure = |change: fn(&mut expect::Expected)| {
        let mut expected = expected.clone();
        change(&mut expected);
        test.measure(&session, &Options::new(), &expected)
    };
    assert!(measure(|_| {}).is_ok());
    assert!(matches!(measure(|expected| expected.tasks += 1), Err(Failure::Tasks { .. })));
    assert!(matches!(measure(|expected| expected.checksum ^= 1), Err(Failure::Checksum { .. })));
    let error = measure(|expected| expected.memory_threads += 1).expect_err("a word was not written");
    assert!(matches!(error, Failure::Memory { word: 50, .. }), "{error}");
}

#[test]
fn the_unbalanced_tree_has_its_known_size() {
    let tree = unbalanced::UnbalancedTree { roots: unbalanced::ROOTS };
    assert_eq!(Measurable::expect(&tree).expect("the known number").tasks, unbalanced::NODES);
}

#[test]
fn unknown_tests_are_refused_with_those_that_exist() {
    let error = command(&["--device", "cpu", "--tests", "recursion3"]).expect_err("no such test");
    assert!(error.starts_with("no test is named `recursion3…`: there are recursion2-none, "), "{error}");
    let list = command(&["--list"]).expect("a list");
    assert!(list.contains("tree-9") && list.contains("time-sliced") && list.contains("quota"), "{list}");
    let source = command(&["--emit-cuda", "--tests", "unbalanced,tree"]).expect("two texts");
    assert_eq!(source.matches("#include \"whipple.cuh\"").count(), 2);
}
