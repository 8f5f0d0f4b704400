//! The attribute macros over items of the repository that were changed at random: none may panic, run without end, or
//! become invalid Rust, and an item with errors stays beside them.
//!
//! `WHIPPLE_FUZZ_SEED` repeats inputs, and `WHIPPLE_FUZZ_RUNS` says how many there are. The input of each seed is independent:
//! the input `n` of seed `s` is the first of seed `s + n`. After a stack overflow, which ends the test, the seeds at work are in
//! the files `fuzz-0`, `fuzz-1`, … of `tmp` in the target folder.

#[path = "fuzz/bank.rs"]
mod bank;
#[path = "fuzz/check.rs"]
mod check;
#[path = "fuzz/corpus.rs"]
mod corpus;
#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "fuzz/random.rs"]
mod random;
#[path = "fuzz/shrink.rs"]
mod shrink;
#[path = "fuzz/syntax.rs"]
mod syntax;
#[path = "fuzz/tokens.rs"]
mod tokens;

use bank::Bank;
use check::{Outcome, check};
use corpus::{Input, corpus, regressions};
use std::{
    env, fs,
    io::{self, Write},
    panic,
    path::Path,
    process,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// A few seconds without optimisation.
const RUNS: u64 = 1_000;
/// Each thread takes so many inputs, then ends: proc-macro2 keeps the text of all that a thread parses.
const CHUNK: u64 = 5_000;
/// That of the thread on which rustc expands macros.
const STACK: usize = 8 << 20;
/// After it the input is hung. The check itself complains much earlier.
const PATIENCE: Duration = Duration::from_secs(60);
/// The seed of a thread that has no input.
const IDLE: u64 = u64::MAX;
/// So many of the slowest inputs are named at the end.
const SLOWEST: usize = 5;
/// At least so many of a hundred inputs must get past the parser, or the mutations are too wild to find anything.
const PARSED: u64 = 33;

/// A number that the environment gives.
fn given(variable: &str) -> Option<u64> {
    let value = env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} must be a number, and is {value}")))
}

/// How the inputs of a chunk ended.
#[derive(Default)]
struct Tally {
    unparsed: u64,
    too_deep: u64,
    refused: u64,
    accepted: u64,
    /// The slowest inputs, the slowest first: the time of the expansion, and the seed.
    slowest: Vec<(Duration, u64)>,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, more: Tally) {
        self.unparsed += more.unparsed;
        self.too_deep += more.too_deep;
        self.refused += more.refused;
        self.accepted += more.accepted;
        self.failures.extend(more.failures);
        self.slowest.extend(more.slowest);
        self.slowest.sort_unstable_by(|left, right| right.cmp(left));
        self.slowest.truncate(SLOWEST);
    }
}

/// Checks the inputs of these seeds; `current` is the one being checked, and it stands in the file `note` for when the process
/// ends with it: a stack overflow cannot be caught.
fn chunk(seeds: std::ops::Range<u64>, current: &AtomicU64, note: &Path) -> Tally {
    let corpus = corpus();
    let bank = Bank::new(&corpus);
    let mut tally = Tally::default();
    for seed in seeds {
        current.store(seed, Ordering::Relaxed);
        fs::write(note, seed.to_string()).expect("the target folder can be written to");
        let input = mutate::input(seed, &corpus, &bank);
        match check(&input) {
            Ok((outcome, time)) => {
                match outcome {
                    Outcome::Unparsed => tally.unparsed += 1,
                    Outcome::TooDeep => tally.too_deep += 1,
                    Outcome::Refused => tally.refused += 1,
                    Outcome::Accepted => tally.accepted += 1,
                }
                tally.add(Tally { slowest: vec![(time, seed)], ..Tally::default() });
            }
            Err(what) => {
                let small = shrink::shrink(input);
                let what = check(&small).err().unwrap_or(what);
                let failure = format!("WHIPPLE_FUZZ_SEED={seed} WHIPPLE_FUZZ_RUNS=1\n{small}\n{what}\n");
                // At once, for a long run that is stopped.
                println!("{failure}");
                tally.failures.push(failure);
                if tally.failures.len() >= 10 {
                    break;
                }
            }
        }
    }
    tally
}

/// Runs something on a thread with the stack that macros have in rustc.
fn on_a_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> thread::JoinHandle<T> {
    thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread starts")
}

#[test]
fn changed_items() {
    let time = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64 >> 8);
    let first = given("WHIPPLE_FUZZ_SEED").unwrap_or_else(time);
    let runs = given("WHIPPLE_FUZZ_RUNS").unwrap_or(RUNS);
    // Not captured, and so there after a stack overflow, which ends the process.
    let _ = writeln!(io::stderr(), "WHIPPLE_FUZZ_SEED={first} WHIPPLE_FUZZ_RUNS={runs}");
    // Panics are caught and told of below.
    panic::set_hook(Box::new(|_| {}));
    let begin = Instant::now();
    let workers = thread::available_parallelism().map_or(1, usize::from) as u64;
    let size = CHUNK.min(runs.div_ceil(workers)).max(1);
    let (sender, receiver) = channel();
    let mut seeds = first;
    let end = first.wrapping_add(runs);
    let mut open = 0;
    let current: Vec<Arc<AtomicU64>> = (0..workers).map(|_| Arc::new(AtomicU64::new(IDLE))).collect();
    let mut start = |worker: usize| {
        let range = seeds..seeds.saturating_add(size).min(end);
        seeds = range.end;
        if range.is_empty() {
            return false;
        }
        let (sender, current) = (sender.clone(), Arc::clone(&current[worker]));
        let note = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{worker}"));
        on_a_stack(move || sender.send((worker, chunk(range, &current, &note))));
        true
    };
    for worker in 0..workers as usize {
        open += usize::from(start(worker));
    }
    let mut tally = Tally::default();
    let mut seen: Vec<(u64, Instant)> = current.iter().map(|_| (0, Instant::now())).collect();
    while open > 0 {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok((worker, more)) => {
                tally.add(more);
                current[worker].store(IDLE, Ordering::Relaxed);
                open -= 1;
                open += usize::from(tally.failures.len() < 10 && start(worker));
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        for (current, seen) in current.iter().zip(&mut seen) {
            let seed = current.load(Ordering::Relaxed);
            if seed == IDLE || seed != seen.0 {
                *seen = (seed, Instant::now());
            } else if seen.1.elapsed() > PATIENCE {
                // The thread cannot be stopped, so neither can the test; what it prints would be captured, and lost.
                let _ = writeln!(io::stderr(), "hung: WHIPPLE_FUZZ_SEED={seed} WHIPPLE_FUZZ_RUNS=1");
                process::exit(1);
            }
        }
    }
    let _ = panic::take_hook();
    let parsed = tally.refused + tally.accepted;
    let all = (parsed + tally.unparsed + tally.too_deep).max(1);
    let share = |count: u64| count as f64 * 100.0 / all as f64;
    println!(
        "{all} inputs in {:.1?}: {:.1} % no items, {:.1} % too deep, {:.1} % with errors, {:.1} % translated",
        begin.elapsed(),
        share(tally.unparsed),
        share(tally.too_deep),
        share(tally.refused),
        share(tally.accepted)
    );
    let slowest: Vec<String> = tally.slowest.iter().map(|(time, seed)| format!("{seed} in {time:.1?}")).collect();
    println!("the slowest expansions: seeds {}", slowest.join(", "));
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    assert!(all < 1000 || parsed * 100 >= PARSED * all, "too few inputs get past the parser");
}

#[test]
fn inputs_that_once_failed() {
    let failures = on_a_stack(|| {
        let mut failures = Vec::new();
        for (path, inputs) in regressions() {
            assert!(!inputs.is_empty(), "{} has no annotated item", path.display());
            for input in inputs {
                failures.extend(check(&input).err().map(|what| format!("{}\n{input}\n{what}", path.display())));
            }
        }
        failures
    });
    let failures = failures.join().expect("the thread ends");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_corpus_as_it_is() {
    let failures = on_a_stack(|| {
        let inputs: Vec<Input> = corpus();
        assert!(inputs.len() > 500, "there are only {} items", inputs.len());
        inputs.iter().filter_map(|input| check(input).err().map(|what| format!("{input}\n{what}"))).collect::<Vec<_>>()
    });
    let failures = failures.join().expect("the thread ends");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
