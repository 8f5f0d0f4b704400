//! Random device functions mean the same as plain Rust and as CUDA text in the emulated machine (and on a GPU with
//! `WHIPPLE_RANDOM_GPU=1`). A package is written to `target/tests/random` and compiled by cargo and g++; a failure is made small.
//!
//! Random bodies of tasks mean the same by loops over their threads, by coroutines, and on the emulated device (`random/tasks/`).
//!
//! `WHIPPLE_RANDOM_SEED` repeats a run, `WHIPPLE_RANDOM_RUNS` says how many functions or bodies (200 and 60 without it). With `WHIPPLE_RANDOM_PACK=1` the
//! emulated machine is left to `random/gpu.py emulate`, elsewhere.

#[path = "random/blame.rs"]
mod blame;
#[path = "random/generate.rs"]
mod generate;
#[path = "random/package.rs"]
mod package;
#[path = "random/programs.rs"]
mod programs;
#[path = "random/shrink.rs"]
mod shrink;
#[path = "random/tasks/mod.rs"]
mod tasks;

use generate::{Random, function};
use package::{Function, Package};
use std::{
    env, fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The most functions of one program, which g++ compiles at once; a program has at most 1,024 device items.
const BATCH: usize = 300;
/// So many failures are made small: most of a run have the same reason.
const SHRUNK: usize = 3;

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|value| value.parse().unwrap_or_else(|error| panic!("{variable}: {error}")))
}

/// The repository, or `None` after saying why the test is skipped: its files are not here.
fn sources() -> Option<&'static Path> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = repository.join("tests/random");
    if folder.is_dir() {
        return Some(repository);
    }
    refuse_to_skip(&format!("there is no {}", folder.display()));
    None
}

/// Whether there is the emulated machine; says why not.
fn emulates() -> bool {
    let missing = Package::missing();
    missing.iter().for_each(|reason| refuse_to_skip(reason));
    missing.is_none()
}

/// Says what is left out and why, or fails where that is not allowed.
fn refuse_to_skip(reason: &str) {
    let required = env::var_os("WHIPPLE_REQUIRE_EMULATION").is_some_and(|value| value == "1");
    assert!(!required, "WHIPPLE_REQUIRE_EMULATION is set: {reason}");
    println!("skipped: {reason}");
}

/// The repository, or `None` after saying why the test is skipped.
fn repository() -> Option<&'static Path> {
    sources().filter(|_| emulates())
}

/// The seed of this run.
fn seed() -> u64 {
    let time = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |time| time.as_secs());
    number("WHIPPLE_RANDOM_SEED").unwrap_or_else(time)
}

fn functions(seed: u64, count: usize) -> Vec<Function> {
    let mut random = Random::new(seed);
    let named = |number| {
        let name = format!("case_{number}");
        Function { text: function(&mut random, &name), name, guarded: None }
    };
    (0..count).map(named).collect()
}

/// Compares functions; each failure, made small, as a text.
fn failures(package: &Package, functions: &[Function]) -> Vec<String> {
    let failures = package.compare(functions).unwrap_or_else(|error| panic!("{error}"));
    let tell = |(number, failure): (usize, &package::Failure)| {
        let Function { name, text, .. } = &functions[failure.function];
        let mut told = format!("{name} {}\n{text}", failure.what);
        if number < SHRUNK {
            let (small, what) = shrink::shrink(package, &functions[failure.function], &failure.what, 0);
            told.push_str(&format!("\nMade small, it {what}\n{}", small.text));
        }
        told
    };
    failures.iter().enumerate().map(tell).collect()
}

#[test]
fn random_functions_mean_the_same_everywhere() {
    let Some(repository) = repository() else { return };
    let seed = seed();
    let count = number("WHIPPLE_RANDOM_RUNS").unwrap_or(200) as usize;
    let seen = format!("WHIPPLE_RANDOM_SEED={seed} WHIPPLE_RANDOM_RUNS={count}");
    println!("{seen}");
    let is_set = |variable| env::var_os(variable).is_some_and(|value| value == "1");
    let target = repository.join("target/tests");
    let device = repository.join("whipple-cuda/device");
    // Two programs at least, one for each core of a small machine.
    let batch = count.div_ceil(2).clamp(1, BATCH);
    let package = Package::new(repository, &target, "random", batch, device).expect("the folder for the package");
    let package = package.with_gpu(is_set("WHIPPLE_RANDOM_GPU")).with_emulation(!is_set("WHIPPLE_RANDOM_PACK"));
    let failures = failures(&package, &functions(seed, count));
    assert!(failures.is_empty(), "{seen}: {} functions fail\n{}", failures.len(), failures.join("\n"));
}

/// Loops over the threads of a task against coroutines, in which replayed schedules run half of the tasks, and against the emulated device.
#[test]
fn random_tasks_agree_however_their_threads_run() {
    let Some(repository) = sources() else { return };
    let (seed, count) = (seed(), number("WHIPPLE_RANDOM_RUNS").unwrap_or(60) as usize);
    let seen = format!("WHIPPLE_RANDOM_SEED={seed} WHIPPLE_RANDOM_RUNS={count}");
    println!("{seen}");
    let bodies = tasks::bodies(seed, count);
    let failures = tasks::compare(repository, &bodies, emulates()).unwrap_or_else(|error| panic!("{seen}: {error}"));
    assert!(failures.is_empty(), "{seen}: {} bodies fail\n{}", failures.len(), failures.join("\n"));
}

/// A device library with a mistake: the difference is found, and little is left of the function.
#[test]
fn a_planted_difference_is_found_and_made_small() {
    let Some(repository) = repository() else { return };
    let target = repository.join("target/tests");
    let device = target.join("planted-device");
    // What an older library has left would be found.
    drop(fs::remove_dir_all(&device));
    copy(&repository.join("whipple-cuda/device"), &device);
    // Nothing less a number is one less.
    plant(
        &device.join("num.cuh"),
        "wrapping_sub(Integer b) const { return detail::low_bits<Raw>(wide(*this) - wide(b)); }",
        "wrapping_sub(Integer b) const { return detail::low_bits<Raw>(wide(*this) - wide(b) - (bits == 0)); }",
    );
    let package = Package::new(repository, &target, "planted", BATCH, device).expect("the folder for the package");
    // Short ones take the fewest steps, and none of them is small.
    let mut functions = functions(1, 1_000);
    functions.retain(|function| function.text.len() > 500);
    functions.sort_by_key(|function| function.text.len());
    functions.truncate(60);
    let found = package.compare(&functions).unwrap_or_else(|error| panic!("{error}"));
    let length = |failure: &&package::Failure| functions[failure.function].text.len();
    let failure = found.iter().min_by_key(length).expect("the difference is found");
    let (small, what) = shrink::shrink(&package, &functions[failure.function], &failure.what, 300);
    println!("{what}\n{}", small.text);
    // A subtraction of its own, or that of a helper.
    assert!(
        ["_sub(", " - ", " -= ", "pair_of(", "turn("].iter().any(|part| small.text.contains(part)),
        "{}",
        small.text
    );
    assert!(small.text.len() < 300, "{} bytes are left:\n{}", small.text.len(), small.text);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder can be listed").flatten() {
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(path, copied).expect("a copy");
        }
    }
}

fn plant(path: &PathBuf, what: &str, instead: &str) {
    let text = fs::read_to_string(path).expect("a header can be read");
    assert!(text.contains(what), "{} has no {what}", path.display());
    fs::write(path, text.replacen(what, instead, 1)).expect("a header can be written");
}
