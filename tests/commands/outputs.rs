//! Outputs that are no plain files: standard output, full devices, pipes, links.

use super::examples::{Ran, names, quick, run};
use std::{
    fs,
    process::{Command, Stdio},
};

/// Each output of each example, by its option, and how its bytes begin.
const OUTPUTS: [(&str, &[&str], &[u8]); 9] = [
    ("city", &["--out"], b"glTF"),
    ("city", &["--picture"], b"\x89PNG"),
    ("city", &["--trace"], b"{"),
    ("city", &["--queues"], b"<svg"),
    ("reyes", &["--out"], b"\x89PNG"),
    ("reyes", &["--trace"], b"{"),
    ("reyes", &["--queues"], b"<svg"),
    ("synthetic", &["--json"], b"{"),
    ("tree", &["1"], b"<svg"),
];

/// Runs an example with an output.
fn written(example: &str, option: &[&str], output: &str) -> Option<(Ran, Vec<String>)> {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let ran = run(quick(example, &[option, &[output]].concat(), scratch.path()))?;
    Some((ran, names(scratch.path())))
}

/// The output is all that there is on standard output; what the command says is on standard error.
#[test]
fn a_dash_is_standard_output() {
    for (example, option, begin) in OUTPUTS {
        for name in ["-", "/dev/stdout"] {
            let Some((ran, left)) = written(example, option, name) else { return };
            assert_eq!(ran.code, Some(0), "{example} {option:?}: {}", ran.said);
            assert!(ran.out.starts_with(begin), "{example} {option:?}: {:?}", String::from_utf8_lossy(&ran.out));
            let end = String::from_utf8_lossy(&ran.out[ran.out.len().saturating_sub(40)..]).into_owned();
            assert!(!end.contains("standard output") && !end.contains(" workers"), "{example} {option:?}: {end}");
            assert!(ran.said.contains("the CPU"), "{example} {option:?}: {}", ran.said);
            assert_eq!(left, [""; 0], "{example} {option:?}");
        }
    }
}

/// What is printed without an output stays where it was.
#[test]
fn without_outputs_there_the_summary_is_on_standard_output() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    for example in ["city", "reyes", "synthetic", "tree"] {
        let Some(ran) = run(quick(example, &[], scratch.path())) else { return };
        assert!(String::from_utf8_lossy(&ran.out).contains("the CPU") && ran.said.is_empty(), "{example}: {ran:?}");
    }
    let Some(ran) = run(quick("city", &["--plan", "--trace", "-"], scratch.path())) else { return };
    assert!(String::from_utf8_lossy(&ran.out).contains("worker block"), "{ran:?}");
}

/// A small file fits a buffer, whose last bytes go out at the end.
#[test]
fn a_full_device_is_an_error() {
    for (example, option, _) in OUTPUTS {
        let Some((ran, left)) = written(example, option, "/dev/full") else { return };
        assert_eq!(ran.code, Some(1), "{example} {option:?}: {}", ran.said);
        assert!(
            ran.said.contains("error: cannot write to /dev/full: No space left on device"),
            "{example} {option:?}: {}",
            ran.said
        );
        assert_eq!(left, [""; 0], "{example} {option:?}");
        let Some((ran, _)) = written(example, option, "/dev/null") else { return };
        assert_eq!(ran.code, Some(0), "{example} {option:?}: {}", ran.said);
    }
}

/// A pipe with a name has one reader, who gets all of one output.
#[test]
fn a_pipe_gets_the_output() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let pipe = scratch.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let Some(mut command) = quick("city", &["--out", "pipe"], scratch.path()) else { return };
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("cat");
    let writer = command.stdout(Stdio::null()).spawn().expect("it starts");
    let read = reader.wait_with_output().expect("it ends").stdout;
    assert_eq!(writer.wait_with_output().expect("it ends").status.code(), Some(0));
    assert!(read.starts_with(b"glTF") && read[8..12] == (read.len() as u32).to_le_bytes(), "{} bytes", read.len());
    assert_eq!(names(scratch.path()), ["pipe"]);
}

/// The link leads where it led, and its target has the file, also where it was not there.
#[test]
fn a_link_to_a_file_that_is_not_there_makes_that() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    std::os::unix::fs::symlink("target.png", scratch.path().join("link.png")).expect("a link");
    let Some(ran) = run(quick("reyes", &["--out", "link.png"], scratch.path())) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.said);
    assert_eq!(fs::read_link(scratch.path().join("link.png")).expect("a link").to_str(), Some("target.png"));
    assert!(fs::read(scratch.path().join("target.png")).expect("a file").starts_with(b"\x89PNG"));
    assert_eq!(names(scratch.path()), ["link.png", "target.png"]);
}

#[test]
fn what_would_be_mixed_or_lost_is_refused() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let refused = |example: &str, more: &[&str]| {
        let ran = run(quick(example, more, scratch.path()))?;
        assert_eq!((ran.code, ran.out.is_empty()), (Some(1), true), "{example} {more:?}: {ran:?}");
        assert_eq!(names(scratch.path()), [""; 0], "{example} {more:?}");
        Some(ran.said)
    };
    for (example, more, words) in [
        ("city", &["--out", "-", "--picture", "-"][..], "--out and --picture both write to standard output"),
        ("city", &["--trace", "-", "--queues", "/dev/stdout"], "--trace and --queues both write to standard output"),
        ("reyes", &["--out", "-", "--trace", "/dev/fd/1"], "--out and --trace both write to standard output"),
        (
            "reyes",
            &["--turntable", "2", "--out", "-"],
            "--turntable writes several pictures, and standard output is no",
        ),
        (
            "reyes",
            &["--turntable", "2", "--out", "/dev/null"],
            "--turntable writes several pictures, and /dev/null is no",
        ),
        ("reyes", &["--out", "patches.rib"], "the name of a file of RenderMan RIB"),
        ("synthetic", &["--json", "-", "--trace", "-"], "--json and --trace both write to standard output"),
        ("synthetic", &["--svg", "-"], "--svg writes several files: name a folder, not standard output"),
        ("synthetic", &["--json", "/no/such/m.json"], "make the folder /no/such first"),
        ("tree", &["1", "tree.png"], "FILE writes SVG, and tree.png is the name of a file of PNG: name it tree.svg"),
    ] {
        let Some(said) = refused(example, more) else { return };
        assert!(said.contains(words), "{example} {more:?}: {said}");
    }
}

/// The shell has emptied the file; replaced, it would lose what is printed.
#[test]
fn an_output_is_not_what_the_shell_redirects_to() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let Some(mut command) = quick("city", &["--out", "city.glb"], scratch.path()) else { return };
    command.stdout(fs::File::create(scratch.path().join("city.glb")).expect("a file"));
    let ran = run(Some(command)).expect("it runs");
    assert!(ran.code == Some(1) && ran.said.contains("--out and standard output both write to city.glb"), "{ran:?}");
}

#[test]
fn links_that_lead_to_each_other_are_told() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    std::os::unix::fs::symlink("b.glb", scratch.path().join("a.glb")).expect("a link");
    std::os::unix::fs::symlink("a.glb", scratch.path().join("b.glb")).expect("a link");
    let Some(ran) = run(quick("city", &["--out", "a.glb"], scratch.path())) else { return };
    assert_eq!(ran.code, Some(1));
    assert!(ran.said.contains("cannot write to a.glb: Too many levels of symbolic links"), "{}", ran.said);
    assert_eq!(names(scratch.path()), ["a.glb", "b.glb"]);
}
