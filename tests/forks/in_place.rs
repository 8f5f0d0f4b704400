//! Children that the CPU's workers run in the place of their parents.

use super::{chain, numbers};
use whipple::prelude::*;

mod mixed {
    use whipple::prelude::*;

    /// Forks all kinds of ends: a number, another task's output, a sum, a join.
    #[procedure(level = 2, max_spawns = 8)]
    pub struct Root {
        pub after: Buffer<u32>,
    }

    #[execute]
    impl Execute for Root {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.fork::<(Plain, With, Sum, Gather)>((*n, *n, *n, *n)).then::<Add>(*n);
            // It may run after the continuation has.
            self.after.fetch_add_relaxed(0, 1);
        }
    }

    #[procedure(level = 2)]
    pub struct Plain;

    #[execute]
    impl Execute for Plain {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            assert!(*n != 77);
            ctx.finish(*n as u64);
        }
    }

    #[procedure(level = 2)]
    pub struct With;

    #[execute]
    impl Execute for With {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.finish_with::<Plain>(*n * 2);
        }
    }

    #[procedure(level = 2, max_spawns = 3)]
    pub struct Sum;

    #[execute]
    impl Execute for Sum {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            let sum = ctx.finish_with_sum(1);
            for k in 0..3 {
                sum.fork::<Plain>(*n + k);
            }
        }
    }

    #[procedure(level = 2, max_spawns = 2)]
    pub struct Gather;

    #[execute]
    impl Execute for Gather {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            let join = ctx.join::<Total2>(());
            join.fork::<Plain>(*n);
            join.fork::<With>(*n);
        }
    }

    #[procedure(level = 2)]
    pub struct Total2;

    #[execute]
    impl Execute for Total2 {
        type Item = Joined<(), Total<u64>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), Total<u64>>) {
            ctx.finish(joined.outputs.total);
        }
    }

    #[procedure(level = 2, max_spawns = 8)]
    pub struct Add;

    #[execute]
    impl Execute for Add {
        type Item = Joined<u32, Outputs4<u64, u64, u64, u64>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u32, Outputs4<u64, u64, u64, u64>>) {
            let Outputs4(a, b, c, d) = joined.outputs;
            let sum = a + b + c + d;
            if joined.state == 0 {
                ctx.finish(sum)
            } else {
                ctx.fork::<(Root, Same)>((joined.state - 1, sum)).then::<Both>(());
            }
        }
    }

    #[procedure(level = 2)]
    pub struct Same;

    #[execute]
    impl Execute for Same {
        type Item = u64;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u64) {
            ctx.finish(*n);
        }
    }

    #[procedure(level = 2)]
    pub struct Both;

    #[execute]
    impl Execute for Both {
        type Item = Joined<(), Outputs2<u64, u64>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), Outputs2<u64, u64>>) {
            ctx.finish(joined.outputs.0 + joined.outputs.1);
        }
    }

    #[program]
    pub struct Mixed {
        pub root: Root,
        pub plain: Plain,
        pub with: With,
        pub sum: Sum,
        pub gather: Gather,
        pub total: Total2,
        pub add: Add,
        pub same: Same,
        pub both: Both,
    }
}

/// With one worker and with several, in place and by records: the results, and how many tasks of each procedure there were.
#[test]
fn tasks_are_counted_and_end_in_all_ways() {
    use mixed::*;
    let device = Device::cpu();
    let after = device.buffer(1).expect("memory");
    let program = Mixed {
        root: Root { after: after.clone() },
        plain: Plain,
        with: With,
        sum: Sum,
        gather: Gather,
        total: Total2,
        add: Add,
        same: Same,
        both: Both,
    };
    // Of each level n: n, 2 n, 1 + 3 n + 3, 3 n.
    let known = |n: u64| (0..=n).map(|n| 9 * n + 4).sum::<u64>();
    for workers in [1, 2, 4] {
        for depth_first in [true, false] {
            let options = Options::new().workers(workers).depth_first(depth_first);
            let mut launcher = Launcher::with_options(&device, &program, options).expect("it compiles");
            for n in [0, 1, 20, 2000] {
                if n > 76 {
                    let error = launcher.call::<Root>(n).expect_err("77 panics");
                    let panic = error.device_panic().expect("a panic");
                    assert_eq!((&*panic.procedure, panic.line), ("Plain", 34), "{error}");
                    continue;
                }
                after.write(&[0]).expect("it is written");
                assert_eq!(launcher.call::<Root>(n).expect("it runs"), known(n.into()), "{n}");
                assert_eq!(after.read().expect("it is read"), [n + 1]);
                let report = launcher.run().expect("it runs again");
                let n = u64::from(n) + 1;
                let counts = [
                    report.tasks::<Root>(),
                    report.tasks::<Plain>(),
                    report.tasks::<With>(),
                    report.tasks::<Sum>(),
                    report.tasks::<Gather>(),
                    report.tasks::<Total2>(),
                    report.tasks::<Add>(),
                    report.tasks::<Same>(),
                    report.tasks::<Both>(),
                ];
                assert_eq!(counts, [n, 7 * n, 2 * n, n, n, n, n, n - 1, n - 1]);
            }
        }
    }
}

/// What waits on a stack moves to records before the stack is used up.
#[test]
fn chains_are_deeper_than_a_stack() {
    use chain::*;
    let program = Numbers { down: Down, up: Up };
    for workers in [1, 3] {
        let options = Options::new().workers(workers);
        let mut launcher = Launcher::with_options(&Device::cpu(), &program, options).expect("it compiles");
        for n in [60_000, 3] {
            assert_eq!(launcher.call::<Down>(n).expect("it runs"), n * (n + 1) / 2);
            let report = launcher.run().expect("it runs again");
            assert_eq!((report.tasks::<Down>(), report.tasks::<Up>()), (u64::from(n) + 1, n.into()));
        }
    }
}

/// Reports with statistics and traces, and replayed runs, have each task in a queue.
#[test]
fn what_looks_at_queues_sees_all_tasks() {
    use numbers::*;
    let program = Numbers { fib: Fib, add: Add };
    let settings = [Options::new().statistics(true), Options::new().trace(true), Options::new().replay(7)];
    for options in settings.into_iter().chain([Options::new()]) {
        let in_place = !options.statistics && !options.trace && options.replay.is_none();
        let mut launcher = Launcher::with_options(&Device::cpu(), &program, options.workers(1)).expect("it compiles");
        assert_eq!(launcher.call::<Fib>(12).expect("it runs"), 144);
        let report = launcher.run().expect("it runs again");
        assert_eq!((report.tasks::<Fib>(), report.tasks::<Add>()), (465, 232));
        assert_eq!(report.join_bytes == 0, in_place, "{report}");
    }
}
