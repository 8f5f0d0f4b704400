//! Errors of options, in the words of who typed them.

use super::{
    common::failure::run_error,
    examples::{quick, run},
};
use std::{path::Path, time::Duration};
use whipple::{
    error::{Error, Waiting},
    options::Options,
    report::Report,
};

/// What the library calls things that users of a command have other names for.
const INNER: [&str; 8] =
    ["Options::", "Device::", "Launcher::", "Scheduler::", "Policy::", "Buffer::", "::cpu()", "the option `"];

#[track_caller]
fn check(said: &str) {
    assert!(INNER.iter().all(|inner| !said.contains(inner)), "{said}");
}

#[test]
fn errors_name_options_as_they_are_typed() {
    for (example, more, words) in [
        ("city", &["--buildings", "40", "--queue-memory", "100"][..], "may use 100 bytes: raise --queue-memory"),
        ("city", &["--block-threads", "7"], "--block-threads cannot be 7: a worker block has a multiple of 32"),
        ("city", &["--scheduler", "fast"], "'--scheduler <NAME>'"),
        ("city", &["--policy", "fast"], "'--policy <POLICY>'"),
        ("reyes", &["--size", "640x360", "--queue-memory", "100"], "may use 100 bytes: raise --queue-memory"),
        ("reyes", &["--device", "gpu"], "'--device <DEVICE>'"),
        ("reyes", &["--floats", "none"], "'--floats <FLOATS>'"),
        ("synthetic", &["--schedulers", "megakernel", "--block-threads", "7"], "--block-threads cannot be 7"),
        ("synthetic", &["--queue-memory", "1"], "may use 1 bytes: raise --queue-memory"),
    ] {
        let Some(ran) = run(quick(example, more, Path::new("/"))) else { return };
        let said = ran.said + &String::from_utf8_lossy(&ran.out);
        assert!(ran.code.is_some_and(|code| code == 1 || code == 2), "{example} {more:?}: {said}");
        assert!(said.contains(words), "{example} {more:?}: {said}");
        check(&said);
    }
}

/// Without a driver; where there is one, all is well.
#[test]
fn a_missing_gpu_is_told_with_the_option_for_the_cpu() {
    for example in ["city", "reyes", "synthetic", "tree"] {
        let more: &[&str] = if example == "tree" { &["1", "none", "--device", "cuda"] } else { &["--device", "cuda"] };
        let Some(mut command) = quick(example, more, Path::new("/")) else { return };
        command.env("CUDA_VISIBLE_DEVICES", "");
        let ran = run(Some(command)).expect("it runs");
        assert_eq!(ran.code, Some(1), "{example}: {}", ran.said);
        assert!(ran.said.contains("or choose `--device cpu`"), "{example}: {}", ran.said);
        check(&ran.said);
    }
}

/// Each error that a command can meet, as the library makes it.
#[test]
fn no_error_has_inner_names() {
    let text = |what: &str| what.to_owned();
    let source = || std::io::Error::other("no more");
    let waiting = || Waiting([("Sum", 3)].into());
    let option = |option| Error::Options { option, value: text("7"), reason: text("a reason") };
    for (error, words) in [
        (Error::DriverMissing { reason: text("none") }, "--device cpu"),
        (Error::DeviceRuntimeMissing { reason: text("none") }, "--scheduler"),
        (Error::QueueMemory { procedure: text("P"), length: 5, limit_bytes: 7, waiting: waiting() }, "--queue-memory"),
        (Error::OutOfMemory { device: text("a GPU"), bytes: 7, purpose: "a buffer" }, "a GPU has no 7 bytes"),
        (Error::Resources { what: "stack", source: source() }, "--threads"),
        (Error::Cancelled { report: Box::new(Report::default()), waiting: waiting() }, "cancelled"),
        (option("workers"), "--threads cannot be 7: a reason"),
        (option("floating_point"), "--floats cannot be 7"),
        (option("block_threads"), "--block-threads cannot be 7"),
        (option("queue_memory"), "--queue-memory cannot be 7"),
        (option("WHIPPLE_EMULATION_SEED"), "WHIPPLE_EMULATION_SEED cannot be 7"),
    ] {
        let said = run_error(&error);
        assert!(said.contains(words), "{said}");
        check(&said);
    }
    // What is refused of options has no inner names in its reasons.
    let limit = Options::new().time_limit(Duration::ZERO);
    for options in [limit.workers(0), Options::new().workers(5000), Options::new().workers(2).replay(1)] {
        check(&options.check(&[]).map_or_else(|error| run_error(&error), |()| String::new()));
    }
}

/// Runs that 32 bits do not count.
#[test]
fn too_many_runs_are_refused() {
    for (example, more) in [
        ("city", &["--warmup", "4294967295"][..]),
        ("city", &["--frames", "4294967295"]),
        ("reyes", &["--warmup", "4294967295"]),
        ("reyes", &["--frames", "65536"]),
        ("synthetic", &["--runs", "65536"]),
        ("synthetic", &["--warmup", "4294967295"]),
    ] {
        let Some(ran) = run(quick(example, more, Path::new("/"))) else { return };
        assert_eq!(ran.code, Some(2), "{example} {more:?}: {}", ran.said);
        assert!(ran.said.contains("..=65535"), "{example} {more:?}: {}", ran.said);
    }
}
