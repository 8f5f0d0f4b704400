//! The example of task programs, small: each program checks its results, on the CPU, on the emulated device and, where there is one, on a
//! GPU.

#![allow(dead_code, reason = "the example's command uses more of its modules")]

#[macro_use]
#[path = "common/devices.rs"]
mod devices;

#[path = "tasks/closures.rs"]
mod closures;
#[path = "../examples/common/mod.rs"]
mod common;
#[path = "../examples/tasks/mod.rs"]
mod tasks;

use clap::Parser;
use std::fs;
use tasks::*;
use whipple::{
    backend::ProgramDescription,
    cuda::{compile_for, engine, nvrtc::Nvrtc},
    prelude::*,
    program::Program,
};

/// Runs the command with small sizes; gives its table, or its error.
fn command(arguments: &[&str]) -> Result<String, String> {
    let arguments = [&["tasks", "--quick", "--runs", "1"], arguments].concat();
    let arguments = tasks::Arguments::try_parse_from(arguments).expect("good arguments");
    let mut table = Vec::new();
    let outcome = tasks::run(&arguments, &mut table);
    let table = String::from_utf8(table).expect("text");
    println!("{table}");
    outcome.map(|()| table).map_err(|error| error.to_string())
}

/// Two lines come before the first row. A test has a row at least.
fn rows(table: &str) -> usize {
    table.lines().count() - 2
}

#[test]
fn every_program_on_the_cpu() {
    let table = command(&["--device", "cpu"]).expect("all checks hold");
    assert!(rows(&table) >= tasks::TESTS.len(), "{table}");
}

#[test]
fn every_program_on_a_gpu() {
    if devices::gpu().is_some() {
        for order in [&["--device", "cuda"][..], &["--device", "cuda", "--depth-first"]] {
            let table = command(order).expect("all checks hold");
            assert!(rows(&table) >= tasks::TESTS.len(), "{table}");
        }
    }
}

/// A test for each program on the emulated device: they are compiled side by side.
macro_rules! emulated {
    ($($name:ident)*) => {
        mod emulated {
            $(
                #[test]
                fn $name() {
                    if crate::devices::emulated().is_some() {
                        let table = crate::command(&["--device", "emulated", "--tests", stringify!($name)]);
                        assert!(crate::rows(&table.expect("all checks hold")) > 0);
                    }
                }
            )*
        }

        #[test]
        fn every_program_is_emulated() {
            assert_eq!(tasks::TESTS.map(|(name, _)| name), [$(stringify!($name)),*]);
        }
    };
}

emulated!(fib tree unbalanced quadrature sort mandelbrot quadtree strassen queens uts solve);

/// Compiles a program for a GPU, without one.
fn compile<P: Program>(name: &str) {
    let program = ProgramDescription {
        name: P::NAME,
        procedures: P::PROCEDURES,
        cuda_source: P::CUDA_SOURCE,
        plan: const { &P::PLAN },
    };
    let settings = engine::settings(program, &Options::new()).expect("options that fit");
    let cubin = compile_for(P::CUDA_SOURCE, P::NAME, "sm_90", &settings).expect("it compiles");
    assert_eq!(cubin.warnings, "", "{name}");
    for kernel in &cubin.kernels {
        println!("{name}: {} registers, {} bytes spilled", kernel.registers, kernel.spill_stores);
    }
}

#[test]
fn every_program_compiles_to_a_cubin() {
    if let Err(error) = Nvrtc::get() {
        let required = std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_some_and(|value| value == "1");
        assert!(!required, "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        return println!("skipped: {error}");
    }
    compile::<fib::Numbers>("fib");
    compile::<tree::Tree>("tree");
    compile::<quadrature::Quadrature>("quadrature");
    compile::<sort::MergeSort>("sort");
    compile::<mandelbrot::Mandelbrot>("mandelbrot");
    compile::<quadtree::Quadtree>("quadtree");
    compile::<strassen::Strassen>("strassen");
    compile::<queens::Queens>("queens");
    compile::<uts::Tree>("uts");
    compile::<solve::Solve>("solve");
}

/// A star: all rows wait for the first one, more than a task counts for at once.
#[test]
fn a_matrix_comes_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("star.mtx");
    let rows: String = (2..=200).map(|row| format!("{row} 1 0.5\n{row} {row} 2\n")).collect();
    let size = "%%MatrixMarket matrix coordinate real general\n200 200 399\n";
    fs::write(&path, format!("{size}1 1 4\n{rows}")).expect("a file");
    let path = path.to_str().expect("a name");
    for device in std::iter::once("cpu").chain(devices::emulated().map(|_| "emulated")) {
        let table = command(&["--device", device, "--tests", "solve", "--matrix", path]).expect("the check holds");
        assert!(table.contains("solve of 200 rows"), "{table}");
    }
    fs::write(path, format!("{size}1 1 4\n")).expect("a file");
    let error = command(&["--device", "cpu", "--tests", "solve", "--matrix", path]).expect_err("entries are missing");
    assert!(error.ends_with("star.mtx: it has 1 entries, and its size says 399"), "{error}");
}

#[test]
fn a_test_that_does_not_exist_is_an_error() {
    let error = command(&["--device", "cpu", "--tests", "fib,bif"]).expect_err("there is no such test");
    assert!(error.starts_with("no test is named `bif…`: there are fib, tree,"), "{error}");
}
