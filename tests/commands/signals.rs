//! Signals that end a command while it writes.

use super::{
    common::output,
    examples::{names, quick},
};
use std::{
    env, fs,
    io::{self, Write},
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Says where a process of [`writer_that_waits`] writes.
const VARIABLE: &str = "WHIPPLE_TEST_OUTPUT";

/// In a process of its own: writes half of a file, and waits to be ended. Without the variable it does nothing.
#[test]
fn writer_that_waits() {
    let Some(path) = env::var_os(VARIABLE) else { return };
    let forever = |sink: &mut output::Sink| -> io::Result<()> {
        sink.write_all(b"half")?;
        fs::write(Path::new(&path).with_extension("ready"), "")?;
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    };
    let _ = output::write(Path::new(&path), forever);
}

/// Starts a process that has begun to write to `file`; a shell runs `before` in it.
fn writer(file: &Path, before: &str) -> Child {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{before} exec \"$0\" \"$@\"")).arg(env::current_exe().expect("the test has a file"));
    shell.args(["--exact", "signals::writer_that_waits", "--nocapture"]).env(VARIABLE, file);
    let child = shell.stdout(Stdio::null()).spawn().expect("it starts");
    let ready = file.with_extension("ready");
    wait_for(|| ready.exists());
    fs::remove_file(ready).expect("it was there");
    child
}

fn wait_for(condition: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < patience, "a minute was not enough");
        thread::sleep(Duration::from_millis(2));
    }
}

fn send(signal: i32, child: &Child) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

/// Whether this process ignores a signal, so that its children do.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("the system says");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("it says what is ignored");
    u64::from_str_radix(mask.trim(), 16).expect("a number") >> (signal - 1) & 1 == 1
}

/// SIGHUP, SIGINT, SIGQUIT, SIGTERM and SIGXCPU: nothing is left, the old file stays, and the process ends by the signal.
#[test]
fn nothing_is_left_of_a_file_that_a_signal_interrupts() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let file = scratch.path().join("city.glb");
    fs::write(&file, "old").expect("a file");
    for signal in [1, 2, 3, 15, 24].into_iter().filter(|signal| !is_ignored(*signal)) {
        let mut child = writer(&file, "ulimit -c 0;");
        assert_eq!(names(scratch.path()).len(), 2, "the new file is beside the old one");
        send(signal, &child);
        assert_eq!(child.wait().expect("it ends").signal(), Some(signal));
        assert_eq!(names(scratch.path()), ["city.glb"], "signal {signal}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "old");
    }
}

/// As under `nohup`.
#[test]
fn ignored_signals_stay_ignored() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let mut child = writer(&scratch.path().join("city.glb"), "trap '' HUP;");
    send(1, &child);
    thread::sleep(Duration::from_millis(50));
    assert_eq!(child.try_wait().expect("it is a child"), None, "it goes on");
    send(15, &child);
    assert_eq!(child.wait().expect("it ends").signal(), Some(15));
    assert_eq!(names(scratch.path()), [""; 0]);
}

/// The system ends a command whose file grows beyond what the shell allows.
#[test]
fn nothing_is_left_of_a_file_that_grows_too_large() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let Some(command) = quick("city", &["--out", "city.glb"], scratch.path()) else { return };
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 8; ulimit -c 0; exec \"$0\" \"$@\""]).arg(command.get_program());
    let status = shell.args(command.get_args()).current_dir(scratch.path()).stdout(Stdio::null()).status();
    let status = status.expect("it starts");
    // The write fails, too, and who is first ends the command.
    assert!(status.signal() == Some(25) || status.code() == Some(1), "{status}");
    assert_eq!(names(scratch.path()), [""; 0]);
}
