//! Tasks with large local arrays: what one worker stands, each does; a stack that overflows is an error.

mod support;

use std::{fmt, process::Command, thread};
use support::*;

procedure!(Fill { sums: Buffer<u32> }, Thread, 1, ());
spawns!(Fill =>);

/// More than the 2 MiB that threads have by default, by which a stack overflows and the process ends.
const LENGTH: usize = 3 << 20;

impl Execute for Fill {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, &number: &u32) {
        let mut bytes = [0_u8; LENGTH];
        for index in (0..LENGTH).step_by(1 << 10) {
            bytes[index] = 1;
        }
        let sum: u32 = std::hint::black_box(&bytes).iter().step_by(1 << 10).map(|byte| u32::from(*byte)).sum();
        self.sums.set(number, sum);
    }
}

program!(Filling { fill: Fill });

#[test]
fn workers_stand_what_a_main_thread_stands() {
    let sums = Device::cpu().buffer::<u32>(100).unwrap();
    let program = Filling { fill: Fill { sums: sums.clone() } };
    let numbers: Vec<u32> = (0..100).collect();
    let run = |workers| {
        sums.fill(0).unwrap();
        let options = Options::new().workers(workers);
        let mut launcher = Launcher::with_options(&Device::cpu(), &program, options).unwrap();
        assert_eq!(launcher.seed::<Fill>(&numbers).unwrap().run().unwrap().total_tasks(), 100);
        assert_eq!(sums.read().unwrap(), [LENGTH as u32 >> 10; 100]);
        // On a thread of its own, too, which is the first worker.
        thread::scope(|scope| assert_eq!(launcher.start(scope).wait().unwrap().total_tasks(), 100));
    };
    // As a main thread has it.
    let main = thread::Builder::new().stack_size(8 << 20);
    thread::scope(|scope| {
        let ran = main.spawn_scoped(scope, || [1, 2, 4].map(run)).unwrap().join();
        assert!(ran.is_ok());
    });
}

/// Uses a local array of so many KiB, from one end to the other.
#[inline(never)]
fn use_stack(kibibytes: u32) -> u32 {
    if kibibytes == 0 {
        return 0;
    }
    let bytes = std::hint::black_box([1_u8; 1 << 10]);
    use_stack(kibibytes - 1) + u32::from(bytes[0])
}

/// A procedure whose item is how much stack a task needs.
macro_rules! deep {
    ($name:ident, $level:ty, $threads:expr, |$self:ident, $ctx:ident, $kibibytes:ident| $body:block) => {
        procedure!($name { sums: Buffer<u32> }, $level, $threads, ());
        spawns!($name => $name);

        impl Execute for $name {
            type Item = u32;
            fn execute(&$self, $ctx: &Context<Self>, &$kibibytes: &u32) $body
        }
    };
}
deep!(DeepThread, Thread, 1, |self, _ctx, kibibytes| {
    self.sums.fetch_add(0, use_stack(kibibytes));
});
// The first threads wait when the others overflow.
deep!(DeepWarp, Warp, 6, |self, ctx, kibibytes| {
    if ctx.thread() >= 3 {
        self.sums.fetch_add(0, use_stack(kibibytes));
    }
    ctx.warp_barrier();
});
// The last thread overflows after it has waited.
deep!(DeepBlock, Block, 64, |self, ctx, kibibytes| {
    ctx.barrier();
    if ctx.thread() == 63 {
        self.sums.fetch_add(0, use_stack(kibibytes));
    }
    ctx.barrier();
});
program!(DeepThreads { deep: DeepThread });
program!(DeepWarps { deep: DeepWarp });
program!(DeepBlocks { deep: DeepBlock });

/// Runs tasks of which one overflows, a few times, then those that do not.
fn overflows<P: Program + Contains<Q>, Q: Execute<Item = u32>>(program: &P, name: &str, (stack, bytes): (usize, u64)) {
    for workers in [1, 3] {
        let options = Options::new().workers(workers).thread_stack(stack);
        let mut launcher = Launcher::with_options(&Device::cpu(), program, options).unwrap();
        let much = (bytes >> 10) as u32 * 2;
        for _ in 0..3 {
            launcher.clear_seeds().seed::<Q>(&[1, 2, 3, much, 4, 5, 6]).unwrap();
            match launcher.run().map(drop) {
                Err(Error::StackOverflow { procedure, bytes: said }) => {
                    assert_eq!((procedure.as_str(), said), (name, bytes));
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        launcher.clear_seeds().seed::<Q>(&[1, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(launcher.run().unwrap().total_tasks(), 6, "{name} runs again");
    }
}

#[test]
fn stacks_that_overflow_are_errors() {
    let sums = Device::cpu().buffer::<u32>(1).unwrap();
    let stack = 128 << 10;
    overflows::<_, DeepWarp>(&DeepWarps { deep: DeepWarp { sums: sums.clone() } }, "DeepWarp", (stack, stack as u64));
    overflows::<_, DeepBlock>(
        &DeepBlocks { deep: DeepBlock { sums: sums.clone() } },
        "DeepBlock",
        (stack, stack as u64),
    );
    // Threads of their own have at least what a main thread has.
    let deep = DeepThreads { deep: DeepThread { sums } };
    overflows::<_, DeepThread>(&deep, "DeepThread", (stack, 8 << 20));
    overflows::<_, DeepThread>(&deep, "DeepThread", (10 << 20, 10 << 20));
    // Also where the thread that runs has a small stack of its own.
    let small = thread::Builder::new().stack_size(128 << 10);
    thread::scope(|scope| {
        let ran =
            small.spawn_scoped(scope, || overflows::<_, DeepThread>(&deep, "DeepThread", (stack, 8 << 20))).unwrap();
        assert!(ran.join().is_ok());
    });
}

#[test]
fn the_error_says_what_to_do() {
    let error = Error::StackOverflow { procedure: "Dice".to_owned(), bytes: 262_144 }.to_string();
    let words = "the stack of a thread of `Dice` overflowed: it has 262144 bytes; set `Options::thread_stack` to more";
    assert!(error.starts_with(words), "{error}");
}

/// A message that takes more stack to write than there is.
struct Long;

impl fmt::Display for Long {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", use_stack(20 << 10))
    }
}

procedure!(Panics {}, Thread, 1, ());
spawns!(Panics =>);

impl Execute for Panics {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, _: &u32) {
        panic!("{Long}");
    }
}

program!(Panicking { panics: Panics });

/// Code that holds what others need cannot be left behind.
#[test]
fn an_overflow_amid_a_panic_ends_the_process_with_a_message() {
    const AGAIN: &str = "WHIPPLE_TEST_OVERFLOWS_AMID_A_PANIC";
    if std::env::var_os(AGAIN).is_some() {
        let program = Panicking { panics: Panics {} };
        let _ = Launcher::new(&Device::cpu(), &program).unwrap().seed::<Panics>(&[0]).unwrap().run();
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["an_overflow_amid_a_panic_ends_the_process_with_a_message", "--exact", "--nocapture"]);
    let output = command.env(AGAIN, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let words =
        "whipple: the stack of a thread of `Panics` overflowed: it has 8388608 bytes; set `Options::thread_stack`";
    assert!(!output.status.success() && said.contains(words), "{said}");
}
