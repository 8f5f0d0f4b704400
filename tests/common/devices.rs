//! The devices that run the CUDA side of programs in tests: a GPU where there is one, and the emulated one; and tests again under
//! sanitizers.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    env,
    process::Command,
    sync::{Mutex, MutexGuard, PoisonError},
};
use whipple::prelude::*;

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| value == "1")
}

/// Whether tests of two sizes run the whole one.
pub fn is_full() -> bool {
    is_set("WHIPPLE_FULL")
}

/// The first GPU, or `None` after saying that the test is skipped. With `WHIPPLE_REQUIRE_GPU=1` a missing GPU fails it.
pub fn gpu() -> Option<Device> {
    match Device::cuda() {
        Ok(device) => Some(device),
        Err(error @ Error::DriverMissing { .. }) => {
            assert!(!is_set("WHIPPLE_REQUIRE_GPU"), "WHIPPLE_REQUIRE_GPU is set: {error}");
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("there is a driver, and it fails: {error}"),
    }
}

/// As [`gpu`], for a test of when things happen: no other such test of this binary runs until the guard is dropped. A kernel that fills a GPU
/// keeps others waiting.
pub fn gpu_alone() -> Option<(Device, MutexGuard<'static, ()>)> {
    static TURN: Mutex<()> = Mutex::new(());
    // A test that failed leaves nothing that the next one could find broken.
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    gpu().map(|device| (device, turn))
}

/// An emulated device, or `None` after saying that the test is skipped. With `WHIPPLE_REQUIRE_EMULATION=1` a missing compiler
/// fails it.
pub fn emulated() -> Option<Device> {
    match Device::emulated() {
        Ok(device) => Some(device),
        Err(error @ Error::HostCompilerMissing { .. }) => {
            assert!(!is_set("WHIPPLE_REQUIRE_EMULATION"), "WHIPPLE_REQUIRE_EMULATION is set: {error}");
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("there is a compiler, and the emulated device fails: {error}"),
    }
}

/// Whether NVRTC is there. If not, it says that the test is skipped. With `WHIPPLE_REQUIRE_NVRTC=1` a missing one fails it.
pub fn has_nvrtc() -> bool {
    let missing = whipple::cuda::nvrtc::Nvrtc::get().err();
    if let Some(error) = &missing {
        assert!(!is_set("WHIPPLE_REQUIRE_NVRTC"), "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        println!("skipped: {error}");
    }
    missing.is_none()
}

/// Tests that a function gives on each device what another one gives in plain Rust, and that the program compiles for a GPU without a warning.
#[allow(unused_macros, reason = "each test file uses a part of this one")]
macro_rules! equal_plain_rust {
    ($run:ident, $expected:ident, $program:ident) => {
        #[test]
        fn the_cpu_equals_plain_rust() {
            assert_eq!($run(&Device::cpu()).expect("the program runs"), $expected());
        }

        #[test]
        fn emulation_equals_plain_rust() {
            if let Some(device) = devices::emulated() {
                assert_eq!($run(&device).expect("the program runs"), $expected());
            }
        }

        #[test]
        fn gpu_equals_plain_rust() {
            if let Some(device) = devices::gpu() {
                assert_eq!($run(&device).expect("the program runs"), $expected());
            }
        }

        #[test]
        fn it_compiles_to_a_cubin() {
            use whipple::{
                cuda::{Settings, compile_for},
                program::Program,
            };
            if devices::has_nvrtc() {
                let settings = Settings::default();
                let cubin = compile_for($program::CUDA_SOURCE, $program::NAME, "sm_90", &settings);
                assert_eq!(cubin.expect("it compiles").warnings, "");
            }
        }
    };
}

/// Whether this is a test again, under a sanitizer: slower by an order of magnitude.
pub fn is_sanitized() -> bool {
    env::var_os("WHIPPLE_EMULATION_SANITIZE").is_some()
}

/// All schedulers but the one that chooses among the others; under a sanitizer one that keeps its tasks in a kernel, and one that does not. With
/// `WHIPPLE_FULL=1` sanitizers see all, too.
pub fn schedulers() -> impl Iterator<Item = Scheduler> {
    let is_wanted = |scheduler: &Scheduler| match scheduler {
        Scheduler::Auto => false,
        Scheduler::Megakernel | Scheduler::TimeSliced => true,
        _ => is_full() || !is_sanitized(),
    };
    Scheduler::ALL.iter().copied().filter(is_wanted)
}

/// Runs tests of this binary again, on emulated devices that compile programs with these sanitizers.
pub fn again_with(sanitizers: &str, tests: &[&str]) {
    if emulated().is_none() {
        return;
    }
    let output = sanitized_with(sanitizers, tests, &[]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tests:?} with {sanitizers}:\n{said}");
    // A misspelt name would run no test and succeed; a sanitizer that is not there would find nothing.
    assert!(said.contains(&format!("{} passed", tests.len())), "{tests:?} with {sanitizers}:\n{said}");
    println!("{tests:?} with {sanitizers}: clean");
}

/// Runs tests of this binary as [`again_with`] does, with variables besides; gives what came of it.
pub fn sanitized_with(sanitizers: &str, tests: &[&str], variables: &[(&str, &str)]) -> std::process::Output {
    let name = if sanitizers.starts_with("thread") { "libtsan.so" } else { "libasan.so" };
    let library = Command::new("g++").arg(format!("-print-file-name={name}")).output().expect("g++ starts");
    let library = String::from_utf8(library.stdout).expect("a path");
    // The test binary is not compiled with the sanitizer, so its run-time library must come first.
    let mut command = Command::new(env::current_exe().expect("a test knows its binary"));
    command.args(tests).args(["--exact", "--nocapture"]);
    command.env("WHIPPLE_EMULATION_SANITIZE", sanitizers).env("LD_PRELOAD", library.trim());
    // Rust's own code orders its accesses by means that ThreadSanitizer does not see there, and libraries leak at the end.
    command.env("TSAN_OPTIONS", "ignore_noninstrumented_modules=1 halt_on_error=1 exitcode=66");
    // Each thread of the device is one to ThreadSanitizer, with tables of its own.
    command.env("WHIPPLE_EMULATION_THREADS", "512");
    command.env("ASAN_OPTIONS", "detect_leaks=0").env("UBSAN_OPTIONS", "print_stacktrace=1");
    command.envs(variables.iter().copied());
    command.output().expect("a test can start its binary again")
}
