//! The emulated device and the operating system: forks, compilers, folders for temporary files, the end of the process.

use super::{Levels, SUMS, Tested, devices};
use std::{
    env, fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::{self, Command, Output},
    thread,
    time::{Duration, Instant},
};
use whipple::prelude::*;

unsafe extern "C" {
    fn fork() -> i32;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
    fn kill(process: i32, signal: i32) -> i32;
    fn _exit(status: i32) -> !;
}

/// `WNOHANG` of `waitpid`.
const WITHOUT_WAITING: i32 = 1;
const SIGKILL: i32 = 9;

/// Runs `child` in a fork of this process; its number, or `None` where it has not ended after a minute.
fn in_a_fork(child: impl FnOnce() -> u8) -> Option<i32> {
    // SAFETY: the child runs `child` and ends, without returning into the test.
    let process = unsafe { fork() };
    if process == 0 {
        let status = child();
        // SAFETY: it ends the process at once.
        unsafe { _exit(status.into()) };
    }
    assert!(process > 0, "no fork");
    let (begin, mut status) = (Instant::now(), 0);
    // SAFETY: a child of this process, for which nobody else waits; the status is valid for writing.
    while unsafe { waitpid(process, &raw mut status, WITHOUT_WAITING) } == 0 {
        if begin.elapsed() > Duration::from_secs(60) {
            // SAFETY: as above.
            unsafe {
                kill(process, SIGKILL);
                waitpid(process, &raw mut status, 0);
            }
            return None;
        }
        thread::sleep(Duration::from_millis(5));
    }
    // As `WEXITSTATUS` has it, of a process that ended by itself.
    Some(status >> 8 & 0xff)
}

/// What comes of two calls in a fork of a process with a device: 0 where both say what is wrong.
#[test]
fn a_device_says_that_it_belongs_to_another_process() {
    let Some(device) = devices::emulated().filter(|_| !devices::is_sanitized()) else { return };
    let sums = device.buffer(SUMS as usize).expect("a buffer");
    let levels = Levels::new(&sums);
    let mut launcher = Launcher::new(&device, &levels).expect("it is prepared");
    launcher.seed::<<Levels as Tested>::Start>(&[Levels::seed(1)]).expect("a seed").run().expect("it runs");
    let is_named = |error: Option<Error>| {
        error.is_some_and(|error| error.to_string().contains("open devices in the process that uses them"))
    };
    let status = in_a_fork(move || {
        let run = is_named(launcher.run().err());
        let read = is_named(sums.read().err());
        drop((launcher, sums, device));
        u8::from(!run) + 2 * u8::from(!read)
    });
    assert_eq!(status, Some(0), "1: the run says nothing, 2: the buffer, `None`: it never returned");
}

/// Starts this binary again for the test that prints an error, or "no error".
fn again(change: impl FnOnce(&mut Command)) -> String {
    let Output { stdout, stderr, .. } = started("shows_an_error", change);
    String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr)
}

fn started(test: &str, change: impl FnOnce(&mut Command)) -> Output {
    let mut command = Command::new(env::current_exe().expect("a test knows its binary"));
    command.args([test, "--exact", "--ignored", "--nocapture"]);
    change(&mut command);
    command.output().expect("the binary starts again")
}

/// The file of the compiler that tests use.
fn compiler() -> PathBuf {
    let name = env::var_os("WHIPPLE_CXX").unwrap_or_else(|| "g++".into());
    let folders = env::var_os("PATH").expect("a path");
    env::split_paths(&folders).map(|folder| folder.join(&name)).find(|file| file.is_file()).expect("a compiler")
}

#[test]
fn a_compiler_may_be_named_by_a_relative_path() {
    if devices::emulated().is_none() || devices::is_sanitized() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bin")).expect("a folder in it");
    symlink(compiler(), folder.path().join("bin/g++")).expect("a link");
    let said = again(|command| {
        command.current_dir(folder.path()).env("WHIPPLE_CACHE", "off").env("WHIPPLE_CXX", "bin/g++");
    });
    assert!(said.contains("no error"), "{said}");
}

#[test]
fn a_compiler_that_is_killed_is_named() {
    if devices::emulated().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let temporary = tempfile::tempdir().expect("a folder for what the compiler leaves");
    for (ends, words) in [
        ("kill -9 $$", "signal: 9"),
        ("exit 3", "exit status: 3; it said nothing"),
        ("echo 'g++: fatal error: Killed signal terminated program cc1plus' >&2; exit 1", "it said: g++: fatal error"),
    ] {
        let script = folder.path().join("cxx");
        let text = format!(
            "#!/bin/sh\n[ \"$1\" = -dumpfullversion ] && echo 12.2.0 && exit\necho > \"$TMPDIR/cc.s\"\n{ends}\n"
        );
        fs::write(&script, text).expect("a script");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a program");
        let said = again(|command| {
            command.env("WHIPPLE_CACHE", "off").env("WHIPPLE_CXX", &script).env("TMPDIR", temporary.path());
        });
        assert!(is_empty(temporary.path()), "{ends}: something of the compiler stays");
        let error = said.split_once("error: ").unwrap_or_else(|| panic!("{said}")).1;
        assert!(error.contains("cxx` was ended while it compiled") && error.contains(words), "{ends}: {error}");
        assert!(!error.contains("does not compile"), "{ends}: {error}");
    }
}

/// Mounts the folder `$0` so that no programs run from it, for whatever it is followed by alone.
const MOUNT: &str = "mount -t tmpfs -o noexec none \"$0\" && exec \"$@\"";

#[test]
fn a_folder_from_which_nothing_runs_is_named() {
    if devices::emulated().is_none() || devices::is_sanitized() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mounted = || {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", MOUNT]).arg(folder.path()).env("TMPDIR", folder.path());
        command
    };
    if !mounted().arg("true").status().is_ok_and(|status| status.success()) {
        println!("skipped: nothing can be mounted here");
        return;
    }
    let mut command = mounted();
    command.arg(env::current_exe().expect("a test knows its binary"));
    let output = command.args(["shows_an_error", "--exact", "--ignored", "--nocapture"]).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("set `TMPDIR` to a folder from which programs may run"), "{said}");
}

/// Ends this process in one way or the other while it has a device with a program.
#[test]
#[ignore = "run by `nothing_stays_behind`"]
fn ends_the_process() {
    let device = Device::emulated().expect("a device");
    let sums = device.buffer(SUMS as usize).expect("a buffer");
    let levels = Levels::new(&sums);
    let mut launcher = Launcher::new(&device, &levels).expect("it is prepared");
    launcher.seed::<<Levels as Tested>::Start>(&[Levels::seed(1)]).expect("a seed").run().expect("it runs");
    match env::var("WHIPPLE_TEST_END").as_deref() {
        Ok("exit") => process::exit(0),
        // SAFETY: this process.
        _ => unsafe { kill(process::id() as i32, SIGKILL) },
    };
}

#[test]
fn nothing_stays_behind() {
    if devices::emulated().is_none() || devices::is_sanitized() {
        return;
    }
    for (end, succeeds) in [("exit", true), ("signal", false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = started("process::ends_the_process", |command| {
            command.env("TMPDIR", folder.path()).env("WHIPPLE_TEST_END", end);
        });
        assert_eq!(output.status.success(), succeeds, "{end}: {}", String::from_utf8_lossy(&output.stdout));
        assert!(is_empty(folder.path()), "{end}: something stays");
    }
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).expect("a folder").next().is_none()
}
