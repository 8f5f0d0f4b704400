//! Tasks that fork and join: outputs, continuations, all levels, all devices and schedulers, little memory, and what goes wrong.

#[path = "common/devices.rs"]
mod devices;

#[path = "forks/forms.rs"]
mod forms;

#[path = "forks/gathered.rs"]
mod gathered;

#[path = "forks/in_place.rs"]
mod in_place;

#[path = "forks/joined.rs"]
mod joined;

#[path = "forks/random.rs"]
mod random;

#[path = "forks/stopped.rs"]
mod stopped;

#[path = "forks/sums.rs"]
mod sums;

use devices::{emulated, gpu, schedulers};
use whipple::prelude::*;

/// Runs a test on the CPU, and on the emulated device and a GPU under all schedulers.
fn everywhere(test: impl Fn(&Device, Options)) {
    // Workers of the CPU run children themselves, if it is not said.
    for depth_first in [true, false] {
        test(&Device::cpu(), Options::new().depth_first(depth_first));
    }
    for device in emulated().into_iter().chain(gpu()) {
        for scheduler in schedulers() {
            println!("{device:?}, {scheduler}");
            test(&device, Options::new().scheduler(scheduler));
        }
        // Small blocks have more tasks than threads sooner: then threads run children themselves.
        for threads in [64, 256] {
            println!("{device:?}, depth first, {threads} threads");
            test(&device, Options::new().depth_first(true).block_threads(threads));
        }
    }
}

/// Whether tasks wait on the stacks of the CPU's workers.
fn on_stacks_of_the_cpu(device: &Device, options: &Options) -> bool {
    matches!(device.kind(), whipple::device::DeviceKind::Cpu) && options.depth_first != Some(false)
}

mod numbers {
    use whipple::prelude::*;

    #[procedure(level = 2)]
    pub struct Fib;

    #[execute]
    impl Execute for Fib {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            if *n < 2 {
                return ctx.finish(*n as u64);
            }
            ctx.fork::<[Fib; 2]>([*n - 1, *n - 2]).then::<Add>(());
        }
    }

    #[procedure(level = 2)]
    pub struct Add;

    #[execute]
    #[allow(clippy::clone_on_copy)]
    impl Execute for Add {
        type Item = Joined<(), [u64; 2]>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [u64; 2]>) {
            let same = joined.clone() == *joined;
            ctx.finish(if same { sum(joined) } else { 0 });
        }
    }

    #[device]
    pub fn sum(joined: &Joined<(), [u64; 2]>) -> u64 {
        joined.outputs[0] + joined.outputs[1]
    }

    #[program]
    pub struct Numbers {
        pub fib: Fib,
        pub add: Add,
    }

    pub fn number(n: u32) -> u64 {
        (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0
    }
}

#[test]
fn outputs_come_in_the_order_of_the_initial_tasks() {
    use numbers::*;
    everywhere(|device, options| {
        let program = Numbers { fib: Fib, add: Add };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        let items: Vec<u32> = (0..40).map(|i| i * 7 % 13).collect();
        launcher.seed::<Fib>(&items[..15]).expect("room").seed::<Fib>(&items[15..]).expect("room");
        let known: Vec<u64> = items.iter().map(|n| number(*n)).collect();
        assert!(launcher.outputs::<Fib>().is_err(), "nothing has run");
        for _ in 0..2 {
            let report = launcher.run().expect("it runs");
            assert_eq!(launcher.outputs::<Fib>().expect("outputs"), known);
            assert_eq!(report.outputs::<Fib>().expect("outputs"), known);
            let forks: u64 = items.iter().map(|n| number(*n + 1) - 1).sum();
            assert_eq!((report.tasks::<Add>(), report.tasks::<Fib>()), (forks, 2 * forks + items.len() as u64));
            assert!(report.join_bytes > 0);
        }
        assert_eq!(launcher.call::<Fib>(12).expect("it runs"), 144);
    });
}

#[test]
fn a_report_keeps_the_outputs_of_its_run() {
    use numbers::*;
    use std::thread;
    everywhere(|device, options| {
        let mut launcher = Launcher::owning(device, Numbers { fib: Fib, add: Add }, options).expect("it compiles");
        let first = launcher.seed::<Fib>(&[7, 8]).expect("room").run().expect("it runs");
        launcher.clear_seeds().seed::<Fib>(&[9]).expect("room");
        let second = launcher.run().expect("it runs");
        let third = thread::scope(|scope| launcher.start(scope).wait()).expect("it runs");
        let [first, second, third] = [first, second, third].map(|report| report.outputs::<Fib>().expect("outputs"));
        assert_eq!((first, second, third), (vec![13, 21], vec![34], vec![34]));
        assert_eq!(launcher.clear_seeds().run().expect("it runs").outputs::<Fib>().expect("outputs"), []);
    });
}

#[test]
fn a_run_with_scarce_memory_gives_the_same() {
    use numbers::*;
    let options = Options::new().queue_memory(64 << 10).block_threads(64);
    for device in emulated().into_iter().chain(gpu()) {
        let program = Numbers { fib: Fib, add: Add };
        let mut launcher = Launcher::with_options(&device, &program, options.clone()).expect("it compiles");
        assert_eq!(launcher.call::<Fib>(19).expect("it runs"), 4181, "{device:?}");
    }
}

#[test]
fn memory_for_joins_has_a_limit_that_is_said() {
    use numbers::*;
    everywhere(|device, options| {
        let program = Numbers { fib: Fib, add: Add };
        let few = options.clone().join_memory(1).workers(1);
        let mut launcher = Launcher::with_options(device, &program, few).expect("it compiles");
        if on_stacks_of_the_cpu(device, &options) {
            // What waits there needs none of it.
            return assert_eq!(launcher.call::<Fib>(15).expect("it needs none"), 610);
        }
        let error = launcher.call::<Fib>(15).expect_err("there is no memory").to_string();
        // A thread that runs children itself knows of no place when it gives them away.
        let is_place_known = options.depth_first != Some(true);
        assert!(error.contains("raise `Options::join_memory`"), "{error}");
        assert!(error.contains("forks.rs") || !is_place_known, "{error}");
        assert_eq!(launcher.call::<Fib>(1).expect("it needs none"), 1);
    });
}

mod chain {
    use whipple::prelude::*;

    /// Counts down to 0, a task for each number.
    #[procedure(level = 2)]
    pub struct Down;

    #[execute]
    impl Execute for Down {
        type Item = u32;
        type Output = u32;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            if *n == 0 {
                return ctx.finish(0);
            }
            ctx.fork::<[Down; 1]>([*n - 1]).then::<Up>(*n);
        }
    }

    /// And up again: each finds the sum of the numbers below its own.
    #[procedure(level = 2)]
    pub struct Up;

    #[execute]
    impl Execute for Up {
        type Item = Joined<u32, [u32; 1]>;
        type Output = u32;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u32, [u32; 1]>) {
            ctx.finish(joined.state + joined.outputs[0]);
        }
    }

    #[program]
    pub struct Numbers {
        pub down: Down,
        pub up: Up,
    }
}

#[test]
fn chains_are_as_deep_as_the_memory_allows() {
    use chain::*;
    everywhere(|device, options| {
        // Of its own stack a thread has room for a few. Without a segment it takes records.
        for memory in [32 << 10, 1 << 20] {
            let program = Numbers { down: Down, up: Up };
            let options = options.clone().join_memory(memory).workers(2);
            let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
            for n in [0, 1, 5, 300] {
                assert_eq!(launcher.call::<Down>(n).expect("it runs"), n * (n + 1) / 2, "{n}");
            }
        }
    });
}

#[test]
fn a_run_reports_the_memory_of_its_own_joins() {
    use numbers::*;
    everywhere(|device, options| {
        // A thread with a stack takes a segment before it knows whether it needs one.
        if options.depth_first == Some(true) {
            return;
        }
        let program = Numbers { fib: Fib, add: Add };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        let mut bytes = |items: &[u32]| {
            launcher.clear_seeds().seed::<Fib>(items).expect("room");
            launcher.run().expect("it runs").join_bytes
        };
        let (none, few, many) = (bytes(&[1]), bytes(&[2]), bytes(&[16; 300]));
        assert!(none == 0 && few > 0 && many >= few, "{none}, {few}, {many}");
        assert_eq!((bytes(&[2]), bytes(&[0])), (few, 0));
    });
}

#[test]
fn memory_that_a_device_lacks_names_its_option() {
    use numbers::*;
    // A GPU may have as much.
    if let Some(device) = emulated() {
        let program = Numbers { fib: Fib, add: Add };
        let options = Options::new().join_memory(1 << 50);
        let error = Launcher::with_options(&device, &program, options).expect_err("there is no memory").to_string();
        assert!(error.contains("set `Options::join_memory` to less"), "{error}");
    }
}

/// All levels, outputs of several types, state, shared memory, and buffers that a continuation reads.
mod levels {
    use whipple::prelude::*;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Range {
        pub start: u32,
        pub length: u32,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Found {
        pub is_large: bool,
        pub sum: u64,
    }

    /// Forks one of each.
    #[procedure(level = 1, threads = 64)]
    pub struct Parent {
        pub values: Buffer<u32>,
    }

    #[execute]
    impl Execute for Parent {
        type Item = Range;
        type Output = Found;
        fn execute(&self, ctx: &Context<Self>, range: &Range) {
            for i in (ctx.thread()..range.length).step_by(64) {
                self.values.set(range.start + i, range.start + i);
            }
            ctx.fork::<(Warp, Block, Single, Nothing)>((*range, *range, *range, range.start)).then::<Gather>(*range);
        }
    }

    #[procedure(level = 0, threads = 8)]
    pub struct Warp {
        pub values: Buffer<u32>,
    }

    #[execute]
    impl Execute for Warp {
        type Item = Range;
        type Output = u32;
        fn execute(&self, ctx: &Context<Self>, range: &Range) {
            let mut sum = 0;
            for i in (ctx.thread()..range.length).step_by(8) {
                sum += self.values.get(range.start + i);
            }
            let sum = ctx.reduce_add(sum);
            // The first thread's call counts, whether the others call or not.
            if ctx.thread() == 0 {
                ctx.finish(sum);
            }
        }
    }

    #[procedure(level = 1, threads = 48, shared = Shared<u32>)]
    pub struct Block {
        pub values: Buffer<u32>,
        pub doubled: Buffer<u32>,
    }

    #[execute]
    impl Execute for Block {
        type Item = Range;
        type Output = bool;
        fn execute(&self, ctx: &Context<Self>, range: &Range) {
            if ctx.thread() == 0 {
                ctx.shared().set(0);
            }
            ctx.barrier();
            for i in (ctx.thread()..range.length).step_by(48) {
                let value = self.values.get(range.start + i);
                self.doubled.set(range.start + i, 2 * value);
                ctx.shared().fetch_max(value);
            }
            ctx.barrier();
            ctx.finish(ctx.shared().get() > 200);
        }
    }

    #[procedure(level = 2)]
    pub struct Single;

    #[execute]
    impl Execute for Single {
        type Item = Range;
        type Output = f64;
        fn execute(&self, ctx: &Context<Self>, range: &Range) {
            ctx.finish(range.length as f64 * 0.5);
        }
    }

    #[procedure(level = 2)]
    pub struct Nothing {
        pub marks: Buffer<u32>,
    }

    #[execute]
    impl Execute for Nothing {
        type Item = u32;
        type Output = ();
        fn execute(&self, ctx: &Context<Self>, start: &u32) {
            self.marks.set(*start, 1);
            ctx.finish(());
        }
    }

    /// Sees what all of them wrote.
    #[procedure(level = 0, threads = 32)]
    pub struct Gather {
        pub doubled: Buffer<u32>,
        pub marks: Buffer<u32>,
    }

    #[execute]
    impl Execute for Gather {
        type Item = Joined<Range, Outputs4<u32, bool, f64, ()>>;
        type Output = Found;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<Range, Outputs4<u32, bool, f64, ()>>) {
            let range = joined.state;
            let mut doubled = 0;
            for i in (ctx.thread()..range.length).step_by(32) {
                doubled += self.doubled.get(range.start + i);
            }
            let doubled = ctx.reduce_add(doubled);
            let parts = joined.outputs.0 + doubled + joined.outputs.2 as u32 + self.marks.get(range.start);
            ctx.finish(Found { is_large: joined.outputs.1, sum: parts as u64 });
        }
    }

    #[program]
    pub struct Levels {
        pub parent: Parent,
        pub warp: Warp,
        pub block: Block,
        pub single: Single,
        pub nothing: Nothing,
        pub gather: Gather,
    }
}

#[test]
fn all_levels_fork_finish_and_continue() {
    use levels::*;
    everywhere(|device, options| {
        let [values, doubled, marks] = [(); 3].map(|()| device.buffer::<u32>(512).expect("memory"));
        let program = Levels {
            parent: Parent { values: values.clone() },
            warp: Warp { values: values.clone() },
            block: Block { values, doubled: doubled.clone() },
            single: Single,
            nothing: Nothing { marks: marks.clone() },
            gather: Gather { doubled, marks },
        };
        let ranges: Vec<Range> = (0..8).map(|i| Range { start: 60 * i, length: 40 + i }).collect();
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        launcher.seed::<Parent>(&ranges).expect("room").run().expect("it runs");
        let known = |range: &Range| {
            let sum: u32 = (range.start..range.start + range.length).sum();
            let sum = u64::from(3 * sum + (f64::from(range.length) * 0.5) as u32 + 1);
            Found { is_large: range.start + range.length - 1 > 200, sum }
        };
        assert_eq!(launcher.outputs::<Parent>().expect("outputs"), ranges.iter().map(known).collect::<Vec<_>>());
        let () = launcher.call::<Nothing>(5).expect("it runs");
    });
}

/// Tasks without an output fork, too; and what goes wrong is said.
mod wrong {
    use whipple::prelude::*;

    #[procedure(level = 2)]
    pub struct Start;

    #[execute]
    impl Execute for Start {
        type Item = u32;
        fn execute(&self, ctx: &Context<Self>, kind: &u32) {
            ctx.fork::<[Part; 3]>([*kind, 0, 0]).then::<End>(*kind);
            ctx.fork::<[Part; 1]>([0]).then::<Single>(());
            // Nobody waits for this one.
            ctx.spawn::<Part>(0);
        }
    }

    #[procedure(level = 2)]
    pub struct Part;

    #[execute]
    impl Execute for Part {
        type Item = u32;
        type Output = ();
        fn execute(&self, ctx: &Context<Self>, kind: &u32) {
            if *kind == 1 {
                return;
            }
            ctx.finish(());
            if *kind == 2 {
                ctx.finish(());
            }
            if *kind == 3 {
                panic!("a part panics");
            }
        }
    }

    #[procedure(level = 2)]
    pub struct End {
        pub ended: Buffer<u32>,
    }

    #[execute]
    impl Execute for End {
        type Item = Joined<u32, [(); 3]>;
        fn execute(&self, _ctx: &Context<Self>, _joined: &Joined<u32, [(); 3]>) {
            self.ended.fetch_add_relaxed(0, 1);
        }
    }

    #[procedure(level = 2)]
    pub struct Single {
        pub ended: Buffer<u32>,
    }

    #[execute]
    impl Execute for Single {
        type Item = Joined<(), [(); 1]>;
        fn execute(&self, _ctx: &Context<Self>, _joined: &Joined<(), [(); 1]>) {
            self.ended.fetch_add_relaxed(1, 1);
        }
    }

    #[program]
    pub struct Wrong {
        pub start: Start,
        pub part: Part,
        pub end: End,
        pub single: Single,
    }
}

#[test]
fn tasks_without_an_output_fork_and_mistakes_are_said() {
    use wrong::*;
    everywhere(|device, options| {
        let ended = device.buffer::<u32>(2).expect("memory");
        let program = Wrong {
            start: Start,
            part: Part,
            end: End { ended: ended.clone() },
            single: Single { ended: ended.clone() },
        };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        for (kind, said) in [(1, "this one did none of these"), (2, "it has done so already"), (3, "a part panics")] {
            launcher.clear_seeds().seed::<Start>(&[kind]).expect("room");
            let error = launcher.run().expect_err(said).to_string();
            assert!(error.contains(said) && error.contains("`Part`"), "{error}");
            // A task that does neither has no place where it does so. The place is that of `execute`.
            let place = error.strip_prefix("tests/forks.rs:").and_then(|rest| rest.split(':').next());
            let line: usize = place.and_then(|line| line.parse().ok()).expect("a line of this file");
            let line = include_str!("forks.rs").lines().nth(line - 1).expect("a line");
            let known = ["fn execute(&self, ctx: &Context<Self>, kind: &u32) {", "ctx.finish(());", "panic!("];
            assert!(line.contains(known[kind as usize - 1]), "{error}: {line}");
            ended.write(&[0, 0]).expect("a copy");
            launcher.clear_seeds().seed::<Start>(&[0; 70]).expect("room");
            launcher.run().expect("it runs");
            assert_eq!(ended.read().expect("a copy"), [70, 70]);
        }
    });
}
