//! The emulated device itself: what it finds, what it says of it, and what repeats.

#[path = "common/devices.rs"]
mod devices;
#[path = "emulated/neighbours.rs"]
mod neighbours;
#[cfg(unix)]
#[path = "emulated/process.rs"]
mod process;
#[path = "endurance/programs.rs"]
mod programs;
#[path = "emulated/stacks.rs"]
mod stacks;

use programs::{Levels, SUMS, Tested};
use std::time::Duration;
use whipple::{cuda::emulated, prelude::*};

/// Runs the levels from a few numbers: the time on the device, and the rounds.
fn run(options: emulated::Options) -> Result<(Duration, u64), Error> {
    let device = emulated::open_with(options)?;
    let sums = device.buffer(SUMS as usize)?;
    let levels = Levels::new(&sums);
    let mut launcher = Launcher::new(&device, &levels)?;
    let numbers: Vec<u32> = (0..20).collect();
    let items: Vec<_> = numbers.iter().map(|number| Levels::seed(*number)).collect();
    let report = launcher.seed::<<Levels as Tested>::Start>(&items)?.run()?;
    let sum = sums.read()?.into_iter().fold(0, u64::wrapping_add);
    let expected = Levels::expected(&numbers);
    assert_eq!(report.procedures.iter().map(|it| it.tasks).collect::<Vec<_>>(), expected.tasks);
    assert_eq!(sum, expected.sum);
    Ok((report.device_time.expect("the device has a clock"), report.rounds))
}

#[test]
fn a_seed_repeats_the_order_of_the_threads() {
    if devices::emulated().is_none() {
        return;
    }
    let run = |seed| run(emulated::Options { seed, ..Default::default() }).expect("it runs");
    let first = run(7);
    assert_eq!(run(7), first);
    assert!((8..12).any(|seed| run(seed) != first), "other seeds are other orders");
}

/// What the environment of this process leads to: printed for the test below.
#[test]
#[ignore = "run by `variables_that_do_not_fit_are_named`"]
fn shows_an_error() {
    match Device::emulated().and_then(|device| {
        let sums = device.buffer(SUMS as usize)?;
        let levels = Levels::new(&sums);
        Launcher::new(&device, &levels)?.seed::<<Levels as Tested>::Start>(&[Levels::seed(1)])?.run().map(drop)
    }) {
        Ok(()) => println!("no error"),
        Err(error) => println!("error: {error:?}"),
    }
}

/// What the environment gets wrong: the error names the variable, and what it may be.
#[test]
fn variables_that_do_not_fit_are_named() {
    if devices::emulated().is_none() || devices::is_sanitized() {
        return;
    }
    for (variable, value, words) in [
        ("WHIPPLE_EMULATION_SEED", "-1", "it must be a number from 0 to 18446744073709551615"),
        ("WHIPPLE_EMULATION_INTERLEAVE", "0", "it must be a number from 1 to 4294967295"),
        ("WHIPPLE_EMULATION_THREADS", "many", "cannot be many: it must be a number from 64 to 2048"),
        ("WHIPPLE_EMULATION_THREADS", "0", "cannot be 0: it must be a number from 64 to 2048"),
        (
            "WHIPPLE_EMULATION_THREADS",
            "64",
            "fits a multiprocessor: choose fewer threads, or more for the multiprocessor in",
        ),
        (
            "WHIPPLE_EMULATION_CHECK_SHARED",
            "2",
            "cannot be 2: it must be one of 1, on, yes and true, or of 0, off, no and false",
        ),
        (
            "WHIPPLE_EMULATION_SANITIZE",
            "Address",
            "cannot be Address: it must be a list of sanitizers for `-fsanitize=`",
        ),
        ("WHIPPLE_EMULATION_SANITIZE", "nonsense", "cannot be nonsense: g++ does not take it: "),
        ("WHIPPLE_EMULATION_SANITIZE", "address", "with `LD_PRELOAD=$(g++ -print-file-name=libasan.so)`"),
        ("WHIPPLE_EMULATION_SANITIZE", "thread", "with `LD_PRELOAD=$(g++ -print-file-name=libtsan.so)`"),
        ("TMPDIR", "/nowhere", "cannot make a folder for temporary files in /nowhere: set `TMPDIR` to a folder"),
    ] {
        let mut command = std::process::Command::new(std::env::current_exe().expect("a test knows its binary"));
        command.args(["shows_an_error", "--exact", "--ignored", "--nocapture"]);
        // What is cached needs no temporary files.
        let output =
            command.env("WHIPPLE_CACHE", "off").env(variable, value).output().expect("the binary starts again");
        let said = String::from_utf8_lossy(&output.stdout);
        let error = said.split_once("error: ").unwrap_or_else(|| panic!("{variable}={value}: {said}")).1;
        assert!(error.contains(variable) && error.contains(words), "{variable}={value}: {error}");
    }
}

/// All memory of the device is resident, so queues start small; they grow as on a GPU.
#[test]
fn queues_start_small() {
    let Some(device) = devices::emulated() else { return };
    for scheduler in [Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::TimeSliced] {
        let sums = device.buffer(SUMS as usize).expect("a buffer");
        let levels = Levels::new(&sums);
        let options = Options::new().scheduler(scheduler);
        let mut launcher = Launcher::with_options(&device, &levels, options.clone()).expect("it is prepared");
        launcher.seed::<<Levels as Tested>::Start>(&[Levels::seed(1)]).expect("a seed");
        let bytes = launcher.run().expect("it ends").queue_bytes;
        assert!((1 << 20..=12 << 20).contains(&bytes), "{scheduler}: {bytes} bytes");
        let options = options.initial_queue_memory(64 << 20);
        let mut launcher = Launcher::with_options(&device, &levels, options).expect("it is prepared");
        launcher.seed::<<Levels as Tested>::Start>(&[Levels::seed(1)]).expect("a seed");
        let bytes = launcher.run().expect("it ends").queue_bytes;
        assert!((60 << 20..=65 << 20).contains(&bytes), "{scheduler}: {bytes} bytes");
    }
}

/// Misuse of what CUDA leaves undefined, by number; each in CUDA, because the macros refuse it in Rust.
#[device(cuda = "const unsigned thread = whipple::sync::thread_in_block();
switch (kind.raw()) {
case 0:  // half a warp
    if (thread % 32 < 16) whipple::sync::warp_barrier();
    break;
case 1:  // a lane outside of its mask
    whipple::sync::ballot(~(1u << thread % 32), true);
    break;
case 2:  // from a lane outside of the mask
    if (thread % 32 < 16) whipple::sync::shuffle(0xffffu, thread, 20);
    break;
case 3:  // half a block
    if (thread < 32) whipple::sync::block_barrier();
    break;
case 4:  // nobody else comes
    if (thread == 0) {
        unsigned word = 0;
        while (whipple::sync::load_relaxed_gpu(&word) == 0) whipple::sync::back_off(100);
    }
    break;
}")]
fn misuse(kind: u32) {
    let _ = kind;
}

/// By two warps.
#[procedure(level = 1, threads = 64)]
struct Misuse {}

#[execute]
impl Execute for Misuse {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, kind: &u32) {
        misuse(*kind);
        ctx.barrier();
    }
}

#[program]
struct Misusing {
    misuse: Misuse,
}

/// Also where the host looks at the kernel while it runs, as it does for a time limit.
#[test]
fn misuse_is_reported_with_its_place() {
    misuse_is_reported(&Options::new());
    misuse_is_reported(&Options::new().time_limit(Duration::from_secs(100)));
}

fn misuse_is_reported(options: &Options) {
    for (kind, words) in [
        (0, "and 31 more: waits in a warp barrier of lanes ffffffff at tests/emulated.rs"),
        (1, "a lane that its mask does not name"),
        (2, "shuffles from lane 20, which its mask does not name"),
        (3, "and 31 more: waits in the block's barrier at tests/emulated.rs"),
        (4, "backs off at tests/emulated.rs"),
    ] {
        let Some(device) = devices::emulated() else { return };
        let program = Misusing { misuse: Misuse {} };
        let mut launcher = Launcher::with_options(&device, &program, options.clone()).expect("it is prepared");
        let error = launcher.seed::<Misuse>(&[kind]).expect("a seed").run().expect_err("misuse");
        let text = error.to_string();
        println!("{text}\n");
        assert!(matches!(error, Error::Driver { code: 719, .. }), "{text}");
        for part in [words, "tests/emulated.rs:", "WHIPPLE_EMULATION_SEED="] {
            assert!(text.contains(part), "{kind}: no `{part}` in: {text}");
        }
        // As after an error on a GPU, the device is of no use any more.
        let error = device.buffer::<u32>(1).expect_err("the device is lost");
        assert!(matches!(error, Error::Driver { code: 719, .. }), "{error}");
    }
}

/// A fault that only a sanitizer sees, by number: a plain write that races, one behind the end of the buffer, a shift by too much; and
/// no fault, but no end.
#[device(cuda = "unsigned* const word = reinterpret_cast<unsigned*>(words.data);
switch (kind.raw()) {
case 0: *word = whipple::sync::thread_in_block(); break;
case 1: word[words.length] = 1; break;
case 2: *word = 1 << (*word + 40); break;
case 3: while (whipple::sync::add_relaxed_gpu(word, 2) != 1) {} break;
}")]
fn fault(kind: u32, words: &Buffer<u32>) {
    let _ = (kind, words);
}

/// By each thread for itself.
#[procedure(level = 2)]
struct Fault {
    words: Buffer<u32>,
}

#[execute]
impl Execute for Fault {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, kind: &u32) {
        fault(*kind, &self.words);
    }
}

#[program]
struct Faulty {
    fault: Fault,
}

fn run_fault(kind: u32) {
    let Some(device) = devices::emulated() else { return };
    let program = Faulty { fault: Fault { words: device.buffer(16).expect("a buffer") } };
    let mut launcher = Launcher::new(&device, &program).expect("it is prepared");
    launcher.seed::<Fault>(&[kind; 100]).expect("seeds").run().expect("nobody sees it");
}

/// Only [`sanitizers_see_the_kernels`] has it write out of bounds.
#[test]
fn a_fault_runs() {
    let kind = std::env::var("WHIPPLE_TEST_FAULT").ok().and_then(|kind| kind.parse().ok());
    if kind == Some(3) {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_secs(5));
            std::process::exit(3);
        });
    }
    run_fault(kind.unwrap_or(0));
}

/// The machine does not take itself down under threads of a launch that still runs.
#[test]
fn a_process_ends_amid_a_launch() {
    if devices::emulated().is_none() {
        return;
    }
    let output = devices::sanitized_with("thread", &["a_fault_runs"], &[("WHIPPLE_TEST_FAULT", "3")]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(!said.contains("ThreadSanitizer"), "{said}");
}

/// Clean runs under sanitizers mean something.
#[test]
fn sanitizers_see_the_kernels() {
    if devices::emulated().is_none() {
        return;
    }
    for (kind, sanitizers, words) in [
        ("0", "thread", "data race"),
        ("1", "address,undefined", "heap-buffer-overflow"),
        ("2", "address,undefined", "shift exponent 40 is too large"),
    ] {
        let output = devices::sanitized_with(sanitizers, &["a_fault_runs"], &[("WHIPPLE_TEST_FAULT", kind)]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{words} was not found: {said}");
        assert!(said.contains(words) && said.contains("tests/emulated.rs"), "not {words}:\n{said}");
    }
}

/// Reads what another thread of its task has written, or, for odd numbers, before it was.
#[procedure(level = 1, threads = 64, shared = SharedArray<u32, 64>)]
struct Reader {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Reader {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        let (thread, words) = (ctx.thread(), ctx.shared());
        if number.is_multiple_of(2) || thread != 63 {
            words.set(thread, thread);
        }
        ctx.barrier();
        self.sums.fetch_add(0, words.get(63 - thread)); // here
    }
}

/// The same at level 0.
#[procedure(level = 0, threads = 8, shared = Shared<u32>)]
struct Counter {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Counter {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        if number.is_multiple_of(2) && ctx.thread() == 0 {
            ctx.shared().set(0);
        }
        ctx.warp_barrier();
        ctx.shared().fetch_add(1); // there
        ctx.warp_barrier();
        self.sums.fetch_add(0, ctx.shared().get());
    }
}

#[program]
struct Reading {
    reader: Reader,
    #[schedule(seeded)]
    counter: Counter,
}

/// Only with the variable that [`shared_memory_is_written_before_it_is_read`] sets.
#[test]
fn unwritten_shared_memory() {
    if std::env::var_os("WHIPPLE_EMULATION_CHECK_SHARED").is_none() || devices::emulated().is_none() {
        return;
    }
    for scheduler in [Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::TimeSliced] {
        let run = |readers: &[u32], counters: &[u32]| {
            let device = devices::emulated().expect("it was there");
            let sums = device.buffer::<u32>(1).expect("a buffer");
            let program = Reading { reader: Reader { sums: sums.clone() }, counter: Counter { sums } };
            let options = Options::default().scheduler(scheduler);
            let mut launcher = Launcher::with_options(&device, &program, options).expect("it is prepared");
            launcher.seed::<Reader>(readers).expect("seeds").seed::<Counter>(counters).expect("seeds").run().map(drop)
        };
        // Many in turn, so that some find what others have left.
        let even: Vec<u32> = (0..100).map(|number| 2 * number).collect();
        run(&even, &even).expect("all is written before it is read");
        for (readers, counters, mark) in [(&[1][..], &[][..], "// here"), (&[], &[1], "// there")] {
            let error = run(&[&even, readers].concat(), &[&even, counters].concat()).expect_err("one is not written");
            let line = include_str!("emulated.rs").lines().position(|line| line.ends_with(mark)).expect("it") + 1;
            let words = format!("shared memory that its task has not written is read at tests/emulated.rs:{line}");
            assert!(error.to_string().contains(&words), "{scheduler:?}, {mark}: {error}");
        }
    }
}

#[test]
fn shared_memory_is_written_before_it_is_read() {
    let mut command = std::process::Command::new(std::env::current_exe().expect("a test knows its binary"));
    command.args(["unwritten_shared_memory", "levels_run_everywhere", "--exact", "--nocapture"]);
    let output = command.env("WHIPPLE_EMULATION_CHECK_SHARED", "yes").output().expect("the binary starts again");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("2 passed"), "{said}");
}

#[device(cuda = "return no_such_name;")]
fn nonsense() -> u32 {
    0
}

#[procedure(level = 2)]
struct Nonsense {}

#[execute]
impl Execute for Nonsense {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _: &u32) {
        nonsense();
    }
}

#[program]
struct Nonsensical {
    nonsense: Nonsense,
}

#[test]
fn what_does_not_compile_is_an_error_at_the_line_of_the_rust_source() {
    let Some(device) = devices::emulated() else { return };
    let program = Nonsensical { nonsense: Nonsense {} };
    let error = Launcher::new(&device, &program).expect_err("it cannot be compiled");
    let line = include_str!("emulated.rs").lines().position(|line| line.contains("no_such_name;\")")).expect("it") + 1;
    let text = error.to_string();
    assert!(matches!(error, Error::Compile { .. }), "{text}");
    // The text follows the function's own line.
    let places = [line, line + 1, line + 2].map(|line| format!("tests/emulated.rs:{line}:"));
    assert!(places.iter().any(|place| text.contains(place)), "{text}");
}

#[test]
fn a_missing_compiler_is_an_error_that_says_what_to_install() {
    if std::env::var_os("WHIPPLE_CXX").is_none_or(|compiler| compiler != "/no/such/compiler") {
        let mut command = std::process::Command::new(std::env::current_exe().expect("a test knows its binary"));
        command.args(["a_missing_compiler_is_an_error_that_says_what_to_install", "--exact"]);
        let output = command.env("WHIPPLE_CXX", "/no/such/compiler").output().expect("the binary starts again");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        return;
    }
    let error = Device::emulated().expect_err("there is no such compiler");
    assert!(matches!(error, Error::HostCompilerMissing { .. }), "{error}");
    assert!(error.to_string().contains("install g++ 12 or newer, or name it in `WHIPPLE_CXX`"), "{error}");
}

#[test]
fn buffers_have_a_limit() {
    let Some(device) = devices::emulated() else { return };
    let error = device.buffer::<u64>(1 << 30).expect_err("8 GiB");
    assert!(matches!(error, Error::OutOfMemory { bytes: 0x2_0000_0000, .. }), "{error}");
}

#[test]
fn levels_run_everywhere() {
    if devices::emulated().is_none() {
        return;
    }
    for interleave in [1, 8, 1000] {
        run(emulated::Options { interleave, ..Default::default() }).expect("it runs");
    }
}

#[test]
fn levels_do_not_race() {
    devices::again_with("thread", &["levels_run_everywhere"]);
}

#[test]
fn levels_stay_in_their_memory() {
    devices::again_with("address,undefined", &["levels_run_everywhere"]);
}

/// Lets other threads run.
#[device(cuda = "whipple::sync::back_off(20);")]
fn rest() {
    std::thread::yield_now();
}

/// An initial task that goes on until all of them have begun: so no block takes another's.
#[procedure(level = 0, threads = 8)]
struct Meeting {
    begun: Buffer<u32>,
    all: u32,
}

#[execute]
impl Execute for Meeting {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        if ctx.thread() == 0 {
            self.begun.fetch_add(0, 1);
        }
        while self.begun.fetch_add(0, 0) < self.all {
            rest();
        }
    }
}

/// Makes the other procedures of [`Meetings`], which have no tasks.
macro_rules! others {
    ($($field:ident: $name:ident),*) => {
        $(
            #[procedure(level = 2)]
            struct $name;

            #[execute]
            impl Execute for $name {
                type Item = ();
                fn execute(&self, _: &Context<Self>, _: &()) {}
            }
        )*

        /// Of more than six procedures blocks have shares of the initial tasks.
        #[program]
        struct Meetings {
            meeting: Meeting,
            $(
                #[schedule(seeded)]
                $field: $name,
            )*
        }
    };
}

others! { first: First, second: Second, third: Third, fourth: Fourth, fifth: Fifth, sixth: Sixth }

/// A block without initial tasks would starve at once, and all others would hand over to it.
#[test]
fn initial_tasks_are_shared_out_evenly() {
    let Some(device) = devices::emulated() else { return };
    let run = |all: u32| {
        let meeting = Meeting { begun: device.buffer(1).expect("a buffer"), all };
        let (first, second, third, fourth, fifth, sixth) = (First, Second, Third, Fourth, Fifth, Sixth);
        let program = Meetings { meeting, first, second, third, fourth, fifth, sixth };
        let mut launcher =
            Launcher::with_options(&device, &program, Options::new().trace(true)).expect("it is prepared");
        launcher.seed::<Meeting>(&vec![0; all as usize]).expect("seeds").run().expect("all meet")
    };
    let workers = run(1).workers;
    assert!(workers > 1, "{workers} blocks");
    // Shares of up to four tasks, a warp's worth, as those of a block are no more than that.
    for all in workers..=4 * workers {
        let report = run(all);
        let mut tasks = vec![0; workers as usize];
        for event in &report.trace.expect("it was asked for").events {
            tasks[event.worker as usize] += event.tasks;
        }
        let least = all / workers;
        assert_eq!(tasks.iter().sum::<u32>(), all);
        assert!(tasks.iter().all(|own| (least..=least + 1).contains(own)), "{all} of {workers} blocks: {tasks:?}");
    }
}
