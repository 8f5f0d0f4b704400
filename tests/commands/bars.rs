//! Bars that show on a terminal how far the work is.

use super::examples::{Ran, quick, run};
use std::process::{Command, Stdio};

/// A file of patches.
const TEAPOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/reyes/teapot.txt");

/// Runs an example on a terminal, which `script` has; `None` where it cannot be built, or there is no `script`.
fn on_terminal(example: &str, more: &[&str]) -> Option<Ran> {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let command = quick(example, more, scratch.path())?;
    let mut words = vec![command.get_program().to_str().expect("text")];
    words.extend(command.get_args().map(|argument| argument.to_str().expect("text")));
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &words.join(" "), "/dev/null"]).current_dir(scratch.path());
    script.env("TERM", "xterm").stdin(Stdio::null());
    if script.output().is_err() {
        println!("skipped: there is no `script`");
        return None;
    }
    run(Some(script))
}

/// Each part of the work that may be long has a bar of its name, which is gone at the end.
#[test]
fn long_work_is_shown_on_a_terminal() {
    for (example, more, bars) in [
        ("city", &["--picture", "p.png"][..], &["deriving", "looking around", "arranging", "tracing rays"][..]),
        ("city", &["--picture", "p.png", "--out", "c.glb"], &["averaging rays", "writing"]),
        ("reyes", &["--out", "r.png"], &["preparing", "rendering", "resolving", "writing"]),
        ("reyes", &["--samples", "16", "--scene", TEAPOT], &["reading", "developing"]),
        ("synthetic", &[], &["measuring"]),
    ] {
        let Some(ran) = on_terminal(example, more) else { return };
        let shown = String::from_utf8_lossy(&ran.out);
        assert_eq!(ran.code, Some(0), "{example}: {shown}");
        for bar in bars {
            let begin = shown.find(&format!("{bar} ")).unwrap_or_else(|| panic!("{example}: no `{bar}` in {shown}"));
            assert!(shown[begin..].contains('%'), "{example} {bar}: {shown}");
        }
        let after = shown.rfind(['░', '█']).map_or("", |last| &shown[last..]);
        assert!(after.contains("\u{1b}[2K"), "{example}: the last bar stays in {shown}");
    }
}

/// Where nobody looks there are none.
#[test]
fn what_is_no_terminal_gets_no_bars() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let Some(ran) = run(quick("city", &["--picture", "p.png"], scratch.path())) else { return };
    assert_eq!((ran.code, ran.said.as_str()), (Some(0), ""));
}
