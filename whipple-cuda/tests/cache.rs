//! The kernel cache: hits, misses, damage, and folders that cannot be used.

mod common;

use common::{Scratch, in_child};
use std::{cell::Cell, fs};
use whipple_cuda::{
    cache::{Cache, CacheOutcome},
    nvrtc::{Output, Request},
};
use whipple_runtime::error::Error;

const REQUEST: Request<'_> =
    Request { program: "Program", source: "text", architecture: "sm_90", options: &[], headers: &[] };
const VERSION: (u32, u32) = (13, 0);

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
    let (found, outcome) = cache.get_or_compile(&REQUEST, VERSION, compile).unwrap();
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
    let file = cache.file(&REQUEST, VERSION).unwrap();
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
    fs::create_dir_all(cache.file(&REQUEST, VERSION).unwrap().join("full")).unwrap();
    assert!(matches!(ask(&cache), (CacheOutcome::NotStored(_), 1)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file was left");
}

#[test]
fn failures_are_not_stored() {
    let folder = Scratch::new("failure");
    let cache = Cache::in_folder(folder.path());
    let failed = || Err(Error::other("no", None));
    assert!(cache.get_or_compile(&REQUEST, VERSION, failed).is_err());
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
    in_child(
        "the_environment_turns_it_off",
        |child| {
            child.env("WHIPPLE_CACHE", "off");
        },
        || {
            assert_eq!(Cache::from_environment().folder(), None);
            assert!(matches!(ask(&Cache::from_environment()), (CacheOutcome::NotStored(_), 1)));
        },
    );
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
