//! Runs that stop while tasks wait for others: the error says who waited.

use super::{everywhere, on_stacks_of_the_cpu};
use std::time::Duration;
use whipple::{error::Waiting, prelude::*};

/// What the innermost task does.
const FINISH: u32 = 0;
const PANIC: u32 = 1;
const NEVER_END: u32 = 2;

#[device]
#[derive(Clone, Copy)]
struct Level {
    depth: u32,
    end: u32,
}

/// Tasks within tasks, so many deep.
#[procedure(level = 2)]
struct Nest;

#[execute]
impl Execute for Nest {
    type Item = Level;
    type Output = u32;
    fn execute(&self, ctx: &Context<Self>, Level { depth, end }: &Level) {
        if *depth > 0 {
            ctx.fork::<[Nest; 1]>([Level { depth: *depth - 1, end: *end }]).then::<Up>(());
        } else if *end == NEVER_END {
            ctx.fork::<[Nest; 1]>([Level { depth: 0, end: *end }]).then::<On>(());
        } else {
            assert!(*end != PANIC, "the innermost panics");
            ctx.finish(1);
        }
    }
}

#[procedure(level = 2)]
struct Up;

#[execute]
impl Execute for Up {
    type Item = Joined<(), [u32; 1]>;
    type Output = u32;
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [u32; 1]>) {
        ctx.finish(joined.outputs[0] + 1);
    }
}

#[procedure(level = 2)]
struct On;

#[execute]
impl Execute for On {
    type Item = Joined<(), [u32; 1]>;
    type Output = u32;
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [u32; 1]>) {
        ctx.finish(joined.outputs[0]);
    }
}

#[program]
struct Nested {
    nest: Nest,
    up: Up,
    on: On,
}

/// How many of a procedure waited.
fn count(waiting: &Waiting, procedure: &str) -> u64 {
    waiting.0.iter().filter(|(name, _)| *name == procedure).map(|(_, count)| count).sum()
}

#[test]
fn errors_say_who_waited() {
    everywhere(|device, options| {
        // What waits on stacks of threads of a GPU is not counted.
        let counts = options.depth_first != Some(true) || on_stacks_of_the_cpu(device, &options);
        let program = Nested { nest: Nest, up: Up, on: On };
        let mut launcher = Launcher::with_options(device, &program, options.clone()).expect("it compiles");
        // An earlier run leaves records that are free.
        assert_eq!(launcher.call::<Nest>(Level { depth: 300, end: FINISH }).expect("it runs"), 301);

        let error = launcher.call::<Nest>(Level { depth: 7, end: PANIC }).expect_err("the innermost panics");
        let panic = error.device_panic().expect("a panic");
        assert!(!counts || panic.waiting == Waiting([("Up", 7)].into()), "{error}");
        assert!(!counts || error.to_string().contains(", while 7 `Up` waited for their children: the"), "{error}");

        // As much time as the first tasks need.
        let mut limit = Duration::from_millis(10);
        loop {
            launcher.set_time_limit(Some(limit));
            let error = launcher.call::<Nest>(Level { depth: 5, end: NEVER_END }).expect_err("it never ends");
            let Error::TimeLimit { waiting, report, .. } = &error else { panic!("{error}") };
            let Some(forks) = report.tasks::<Nest>().checked_sub(6) else {
                limit *= 2;
                continue;
            };
            assert!(!counts || (count(waiting, "Up") == 5 && count(waiting, "On") == forks + 1), "{error}: {report}");
            break;
        }

        launcher.set_time_limit(None);
        assert_eq!(launcher.call::<Nest>(Level { depth: 3, end: FINISH }).expect("it runs"), 4);

        let mut launcher = Launcher::with_options(device, &program, options.join_memory(1 << 12)).expect("it compiles");
        let error = launcher.call::<Nest>(Level { depth: 5, end: NEVER_END }).expect_err("there is little memory");
        let panic = error.device_panic().expect("a panic");
        assert!(error.to_string().contains("no memory left"), "{error}");
        assert!(!counts || (count(&panic.waiting, "Up") == 5 && count(&panic.waiting, "On") > 5), "{error}");
    });
}
