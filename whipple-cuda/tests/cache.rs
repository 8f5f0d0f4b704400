//! The kernel cache: hits, misses, damage, and folders that cannot be used.

mod common;

use common::{Scratch, in_child};
use std::{cell::Cell, fs, process::Command};
use whipple_cuda::{
    cache::{Cache, CacheOutcome},
    nvrtc::{Output, Request},
};
use whipple_runtime::error::Error;

const REQUEST: Request<'_> =
    Request { program: "Program", source: "text", architecture: "sm_90", options: &[], headers: &[] };
const COMPILER: &str = "nvrtc 13.0";

fn output() -> Output {
    Output { code: vec![7; 1000], log: "log".to_owned() }
}

/// Asks the cache; gives what it did and how often it compiled.
fn ask(cache: &Cache) -> (CacheOutcome, u32) {
    let compilations = Cell::new(0);
    let compile = || {
        compilations.set(compilations.get() + 1);
        Ok(output())
    };
    let (found, outcome) = cache.get_or_compile(&REQUEST, COMPILER, compile).unwrap();
    assert_eq!(found, output());
    (outcome, compilations.get())
}

#[test]
fn a_miss_is_stored_and_then_hit() {
    let folder = Scratch::new("hit");
    let cache = Cache::in_folder(folder.path().join("made/when/needed"));
    assert_eq!(ask(&cache), (CacheOutcome::Stored, 1));
    assert_eq!(ask(&cache), (CacheOutcome::Hit, 0));
    let names: Vec<_> =
        fs::read_dir(cache.folder().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 1, "a temporary file was left: {names:?}");
}

#[test]
fn damaged_entries_are_compiled_again() {
    let folder = Scratch::new("damage");
    let cache = Cache::in_folder(folder.path());
    assert_eq!(ask(&cache), (CacheOutcome::Stored, 1));
    let file = cache.file(&REQUEST, COMPILER).unwrap();
    let whole = fs::read(&file).unwrap();
    for damage in [&[][..], &whole[..whole.len() / 2], b"something else", &[whole.as_slice(), b"more"].concat()] {
        fs::write(&file, damage).unwrap();
        assert_eq!(ask(&cache), (CacheOutcome::Stored, 1), "{} bytes", damage.len());
        assert_eq!(ask(&cache), (CacheOutcome::Hit, 0));
    }
}

#[test]
fn a_folder_that_cannot_be_made_only_disables_the_cache() {
    let file = Scratch::new("unwritable");
    fs::write(file.path(), "a file, not a folder").unwrap();
    let cache = Cache::in_folder(file.path().join("cache"));
    for _ in 0..2 {
        let (outcome, compilations) = ask(&cache);
        let CacheOutcome::NotStored(reason) = outcome else { panic!("{outcome:?}") };
        assert!(reason.contains(&file.path().display().to_string()), "{reason}");
        assert_eq!(compilations, 1);
    }
}

#[test]
fn a_place_taken_by_a_folder_only_disables_the_entry() {
    let folder = Scratch::new("taken");
    let cache = Cache::in_folder(folder.path());
    fs::create_dir_all(cache.file(&REQUEST, COMPILER).unwrap().join("full")).unwrap();
    assert!(matches!(ask(&cache), (CacheOutcome::NotStored(_), 1)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file was left");
}

#[test]
fn failures_are_not_stored() {
    let folder = Scratch::new("failure");
    let cache = Cache::in_folder(folder.path());
    let failed = || Err(Error::other("no", None));
    assert!(cache.get_or_compile(&REQUEST, COMPILER, failed).is_err());
    assert_eq!(ask(&cache), (CacheOutcome::Stored, 1));
}

#[test]
fn threads_share_a_folder() {
    let folder = Scratch::new("threads");
    let cache = Cache::in_folder(folder.path());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..20).for_each(|_| assert!(!matches!(ask(&cache).0, CacheOutcome::NotStored(_)))));
        }
    });
    assert_eq!(ask(&cache), (CacheOutcome::Hit, 0));
}

#[test]
fn the_environment_names_the_folder() {
    in_child(
        "the_environment_names_the_folder",
        |child| {
            child.env("WHIPPLE_CACHE", "/somewhere/else");
        },
        || assert_eq!(Cache::from_environment(), Cache::in_folder("/somewhere/else")),
    );
}

#[test]
fn the_environment_turns_it_off() {
    for word in ["off", "OFF", "Off", "no", "None", "false", "0", "", " off "] {
        let output = child("asks_the_cache_of_the_environment", |child| {
            child.env("WHIPPLE_CACHE", word).env("HOME", "/nowhere");
        });
        assert!(output.contains("folder: None") && !output.contains("whipple: "), "{word}: {output}");
    }
}

#[cfg(unix)]
#[test]
fn the_environment_asks_for_the_usual_folder() {
    for word in ["on", "YES", "true", "1"] {
        let home = Scratch::new("home");
        let output = child("asks_the_cache_of_the_environment", |child| {
            child.env("WHIPPLE_CACHE", word).env_remove("XDG_CACHE_HOME").env("HOME", home.path());
        });
        assert!(
            output.contains(&format!("folder: Some({:?})", home.path().join(".cache/whipple"))),
            "{word}: {output}"
        );
    }
}

/// Each start would compile again, and nobody would know why.
#[test]
fn a_folder_that_cannot_be_written_is_told_once() {
    let file = Scratch::new("told");
    fs::write(file.path(), "a file, not a folder").unwrap();
    let output = child("asks_the_cache_of_the_environment", |child| {
        child.env("WHIPPLE_CACHE", file.path().join("cache"));
    });
    let lines: Vec<_> = output.lines().filter(|line| line.starts_with("whipple: ")).collect();
    assert_eq!(lines.len(), 1, "{output}");
    assert!(lines[0].contains(&file.path().display().to_string()) && lines[0].contains("WHIPPLE_CACHE"), "{output}");
}

/// What tests above start in a process of its own.
#[test]
fn asks_the_cache_of_the_environment() {
    let cache = Cache::from_environment();
    println!("folder: {:?}", cache.folder());
    if std::env::var_os("WHIPPLE_TEST_ASK").is_some() {
        for _ in 0..2 {
            println!("{:?}", ask(&cache));
        }
    }
}

/// What the test of this name writes to both outputs when it runs in a process of its own.
fn child(name: &str, change: impl FnOnce(&mut Command)) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([name, "--exact", "--nocapture"]).env("WHIPPLE_TEST_ASK", "1");
    change(&mut command);
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    text
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_may_write_is_not_trusted() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Scratch::new("shared");
    let cache = Cache::in_folder(folder.path());
    assert_eq!(ask(&cache), (CacheOutcome::Stored, 1));
    for (mode, trusted) in
        [(0o777, false), (0o720, false), (0o702, false), (0o1777, false), (0o755, true), (0o700, true)]
    {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
        match ask(&cache) {
            (CacheOutcome::Hit, 0) => assert!(trusted, "{mode:o}"),
            (CacheOutcome::NotStored(reason), 1) => assert!(!trusted && reason.contains("chmod"), "{mode:o}: {reason}"),
            other => panic!("{mode:o}: {other:?}"),
        }
    }
}

/// Two builds of one version have cubins of their own.
#[test]
fn another_compiler_compiles_again() {
    let folder = Scratch::new("compilers");
    let cache = Cache::in_folder(folder.path());
    assert_eq!(ask(&cache), (CacheOutcome::Stored, 1));
    let (_, outcome) = cache.get_or_compile(&REQUEST, "nvrtc 13.0, mended", || Ok(output())).unwrap();
    assert_eq!(outcome, CacheOutcome::Stored);
    assert_eq!(ask(&cache), (CacheOutcome::Hit, 0));
}

#[cfg(unix)]
#[test]
fn the_default_folder_is_the_users() {
    in_child(
        "the_default_folder_is_the_users",
        |child| {
            child.env_remove("WHIPPLE_CACHE").env("XDG_CACHE_HOME", "relative/ignored").env("HOME", "/home/user");
        },
        || assert_eq!(Cache::from_environment(), Cache::in_folder("/home/user/.cache/whipple")),
    );
}

#[cfg(unix)]
#[test]
fn others_cannot_write_to_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Scratch::new("mode");
    assert_eq!(ask(&Cache::in_folder(folder.path())), (CacheOutcome::Stored, 1));
    assert_eq!(fs::metadata(folder.path()).unwrap().permissions().mode() & 0o077, 0);
}
