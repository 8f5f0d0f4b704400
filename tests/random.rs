//! Random device functions mean the same as plain Rust and as CUDA text in the emulated machine (and on a GPU with
//! `WHIPPLE_RANDOM_GPU=1`). A package is written to `target/tests/random` and tested by cargo, with the harness of `tests/language/`.
//!
//! `WHIPPLE_RANDOM_SEED` repeats a run, `WHIPPLE_RANDOM_RUNS` says how many functions (2,000 without it). A failure names the
//! function; its text lies in the package.

#[path = "random/generate.rs"]
mod generate;

use generate::{Random, function};
use std::{env, fmt::Write, fs, path::Path, process::Command, time::SystemTime};

/// Functions of one program, which g++ compiles at once.
const BATCH: usize = 125;

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|value| value.parse().unwrap_or_else(|error| panic!("{variable}: {error}")))
}

/// The source of the tests: programs of a batch of functions each.
fn source(seed: u64, count: usize, repository: &Path) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("//! Random functions of seed {seed}.\n\n#![recursion_limit = \"65536\"]\n");
    text.push_str("#![allow(warnings, arithmetic_overflow, unconditional_panic, overflowing_literals)]\n\n");
    for (folder, module) in [("common", "devices"), ("language", "harness"), ("language", "input")] {
        let path = repository.join("tests").join(folder).join(format!("{module}.rs"));
        writeln!(text, "#[macro_use]\n#[path = {path:?}]\nmod {module};").expect("a string grows");
    }
    for batch in 0..count.div_ceil(BATCH) {
        let names: Vec<String> =
            (batch * BATCH..count.min((batch + 1) * BATCH)).map(|it| format!("case_{it}")).collect();
        writeln!(text, "\nmod batch{batch} {{ conformance! {{\n    program Batch{batch};\n    cases |input| {{")
            .expect("a string grows");
        for name in &names {
            writeln!(text, "        {name}(input.a, input.b, input.i, input.x, input.p, input.n, input.u, input.k),")
                .expect("a string grows");
        }
        text.push_str("    }\n\n    use crate::input::{bits, long_bits, mix};\n\n");
        text.push_str(HELPERS);
        for name in &names {
            text.push_str(&function(&mut random, name));
        }
        text.push_str("} }\n");
    }
    text
}

/// What the functions share.
const HELPERS: &str = "    #[device]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub left: u32,
        pub right: i64,
        pub weight: f32,
    }

    #[device]
    pub fn helper(number: u32, shift: i32) -> u32 {
        if shift < 0 {
            return number.rotate_left(3);
        }
        (number ^ shift as u32).wrapping_mul(0x9e37_79b9)
    }

    #[device]
    pub fn turn(pair: &mut Pair, by: u32) {
        pair.left = pair.left.rotate_right(by);
        pair.right -= by as i64;
    }

";

#[test]
fn random_functions_mean_the_same_everywhere() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !repository.join("tests/language").is_dir() {
        return println!("skipped: there is no {}", repository.join("tests/language").display());
    }
    let time = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |time| time.as_secs());
    let seed = number("WHIPPLE_RANDOM_SEED").unwrap_or_else(time);
    let count = number("WHIPPLE_RANDOM_RUNS").unwrap_or(2000) as usize;
    println!("WHIPPLE_RANDOM_SEED={seed} WHIPPLE_RANDOM_RUNS={count}");

    let folder = repository.join("target/tests/random");
    fs::create_dir_all(folder.join("tests")).expect("the folder for the package");
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"whipple-random\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n[dependencies]\nwhipple = {{ path = {repository:?} }}\nglam = \"0.34\"\n\n[profile.dev]\ndebug = false\nincremental = false\n\n[profile.dev.package.whipple-random]\noverflow-checks = false\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    fs::write(folder.join("lib.rs"), "").expect("a library");
    fs::write(folder.join("tests/language.rs"), source(seed, count, repository)).expect("a source");
    fs::copy(repository.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the versions of the repository");
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(&folder).args(["test", "--quiet", "--offline", "--test", "language", "--"]);
    command.args(["emulation_equals_rust", "cpu_equals_rust"]);
    if env::var_os("WHIPPLE_RANDOM_GPU").is_some_and(|value| value == "1") {
        command.arg("gpu_equals_rust");
    }
    // What is compiled here is compiled once.
    command.env("WHIPPLE_CACHE", "off");
    // A target folder of its own, next to that of the tests of messages.
    command.env("CARGO_TARGET_DIR", repository.join("target/tests/random-target"));
    let output = command.output().expect("cargo starts");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let shown: Vec<&str> = said.lines().filter(|line| !line.starts_with("   ")).take(60).collect();
    assert!(
        output.status.success(),
        "WHIPPLE_RANDOM_SEED={seed} WHIPPLE_RANDOM_RUNS={count}, functions in {}:\n{}",
        folder.join("tests/language.rs").display(),
        shown.join("\n")
    );
    println!("{}", shown.join("\n"));
}
