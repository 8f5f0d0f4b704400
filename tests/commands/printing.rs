//! Printing to what is full, and to what nobody reads.

use super::examples::{QUICK, example, quick, run};
use std::{
    fs::File,
    io::{self, PipeWriter},
    path::Path,
    process::{Command, Stdio},
};

/// Ways in which commands print.
fn printing() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut all: Vec<_> = QUICK.iter().map(|(name, arguments)| (*name, arguments.to_vec())).collect();
    all.extend(["city", "reyes", "synthetic", "tree"].map(|name| (name, vec!["--help"])));
    all.extend(["city", "reyes", "synthetic", "tree"].map(|name| (name, vec!["--version"])));
    all.extend(["city", "reyes"].map(|name| (name, vec!["--plan"])));
    all.extend(["city", "reyes", "synthetic"].map(|name| (name, vec!["--emit-cuda"])));
    all.push(("synthetic", vec!["--list"]));
    all
}

fn full() -> File {
    File::options().write(true).open("/dev/full").expect("the device")
}

/// A pipe whose reader has left.
fn unread() -> PipeWriter {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    writer
}

#[test]
fn what_cannot_be_printed_is_an_error() {
    for (name, arguments) in printing() {
        let Some(mut command) = example(name, &arguments, Path::new("/")) else { return };
        command.stdout(full());
        let ran = run(Some(command)).expect("it runs");
        let expected = "error: cannot print: No space left on device (os error 28)\n";
        assert_eq!((ran.code, &*ran.said), (Some(1), expected), "{name} {arguments:?}");
    }
}

/// As after `| head -1`, which has left before the command prints.
#[test]
fn nobody_needs_to_read_what_is_printed() {
    for (name, arguments) in printing() {
        let Some(mut command) = example(name, &arguments, Path::new("/")) else { return };
        command.stdout(unread());
        let ran = run(Some(command)).expect("it runs");
        assert_eq!((ran.code, &*ran.said), (Some(1), ""), "{name} {arguments:?}");
    }
}

#[test]
fn nobody_needs_to_read_a_picture() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let Some(mut command) = quick("city", &["--out", "-"], scratch.path()) else { return };
    command.stdout(unread());
    let ran = run(Some(command)).expect("it runs");
    assert!(ran.code == Some(1) && !ran.said.contains("error") && !ran.said.contains("panicked"), "{ran:?}");
}

/// Nobody hears of it, but the exit status is that of an error, and not that of a panic.
#[test]
fn errors_that_cannot_be_told_are_errors() {
    for (name, arguments, code) in [
        ("city", vec!["--out", "/no/such/folder/city.glb"], 1),
        ("city", vec!["--no-such-option"], 2),
        ("reyes", vec!["--out", "/no/such/folder/reyes.png"], 1),
        ("synthetic", vec!["--tests", "no-such-test"], 1),
        ("tree", vec!["1", "/no/such/folder/tree.svg"], 1),
        ("tree", vec!["seed"], 2),
    ] {
        let Some(mut command) = example(name, &arguments, Path::new("/")) else { return };
        let status = command.stderr(full()).stdout(Stdio::null()).status().expect("it starts");
        assert_eq!(status.code(), Some(code), "{name} {arguments:?}");
    }
}

/// A terminal shows how far a long piece of work is, in lines that it does not have to break.
#[test]
fn progress_fits_the_terminal() {
    if Command::new("script").arg("--version").output().is_err() {
        return println!("skipped: there is no script(1), which makes terminals");
    }
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let place = scratch.path();
    for (command, word) in [
        (quick("city", &["--picture", "picture.png", "--size", "96x64"], place), "tracing rays "),
        (quick("city", &["--frames", "3"], place), "deriving "),
        (quick("city", &["--out", "city.glb"], place), "writing "),
        (example("city", &["--device", "cpu", "--buildings", "1", "--measure"], place), "deriving "),
        (quick("reyes", &["--out", "picture.png", "--size", "96x64"], place), "rendering "),
        (quick("reyes", &["--frames", "3"], place), "rendering "),
    ] {
        let Some(command) = command else { return };
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words: Vec<&str> = words.map(|word| word.to_str().expect("text")).collect();
        let line = format!("stty rows 24 cols 40; exec {}", words.join(" "));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").current_dir(place);
        let shown = script.stdin(Stdio::null()).output().expect("it starts").stdout;
        let shown = String::from_utf8_lossy(&shown).replace("\u{1b}[2K", "");
        let bars: Vec<&str> = shown.split(['\r', '\n']).filter(|line| line.starts_with(word)).collect();
        assert!(!bars.is_empty(), "{line}: {shown}");
        assert!(bars.iter().all(|bar| bar.chars().count() <= 40 && bar.contains(" % ")), "{line}: {bars:?}");
    }
}
