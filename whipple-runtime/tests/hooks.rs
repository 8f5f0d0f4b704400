//! Panic hooks that the application sets around runs on the CPU. One test, because hooks are of the whole process.

mod support;

use std::{
    panic::{set_hook, take_hook},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use support::*;

procedure!(Fail {}, Thread, 1, ());
spawns!(Fail =>);

impl Execute for Fail {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, &kind: &u32) {
        if kind == 1 {
            set_hook(Box::new(hook));
        }
        panic!("kind {kind}");
    }
}

program!(Failing { fail: Fail });

/// Panics that the application's hook saw, and where its frame was.
static SEEN: AtomicUsize = AtomicUsize::new(0);
static FRAME: AtomicUsize = AtomicUsize::new(0);

fn hook(_: &std::panic::PanicHookInfo<'_>) {
    let here = 0_u8;
    FRAME.store((&raw const here).addr(), Relaxed);
    SEEN.fetch_add(1, Relaxed);
}

/// A panic of the application's own: the application's hook sees it once. Gives the depth of its frame below this one.
#[inline(never)]
fn own_panic() -> usize {
    let (here, seen) = (0_u8, SEEN.load(Relaxed));
    assert!(std::panic::catch_unwind(|| panic!("the application's own")).is_err());
    assert_eq!(SEEN.load(Relaxed), seen + 1);
    (&raw const here).addr() - FRAME.load(Relaxed)
}

#[test]
fn panics_of_bodies_have_their_place_whatever_hooks_the_application_sets() {
    let program = Failing { fail: Fail {} };
    let mut launcher = Launcher::with_options(&Device::cpu(), &program, Options::new().workers(2)).unwrap();
    launcher.seed::<Fail>(&[0]).unwrap();
    let line = include_str!("hooks.rs").lines().position(|line| line.contains("panic!(\"kind")).unwrap() as u32 + 1;
    let mut check = |kind: u32, known: bool| {
        let seen = SEEN.load(Relaxed);
        let error = launcher.clear_seeds().seed::<Fail>(&[kind]).unwrap().run().unwrap_err();
        let panic = error.device_panic().unwrap();
        assert!(panic.message.starts_with(&format!("kind {kind}")), "{error}");
        assert_eq!(panic.line, if known { line } else { 0 }, "{error}");
        assert_eq!(panic.message.contains("has set a panic hook during the run"), !known, "{error}");
        if known {
            assert_eq!(SEEN.load(Relaxed), seen, "bodies' panics do not reach the application's hook");
        }
    };
    // After the launcher was made, and after a run.
    set_hook(Box::new(hook));
    check(0, true);
    own_panic();
    set_hook(Box::new(hook));
    check(0, true);
    let depth = own_panic();
    // During a run: the next one is right again.
    check(1, false);
    check(0, true);
    own_panic();
    // Silence around a run, over and over: hooks do not pile up.
    for _ in 0..100 {
        let kept = take_hook();
        set_hook(Box::new(|_| {}));
        check(0, true);
        set_hook(kept);
        check(0, true);
    }
    assert_eq!(own_panic(), depth);
}
