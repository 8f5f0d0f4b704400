//! What the package of random tasks shares: the bodies of a program run by loops over their threads, under replayed schedules, and on the
//! emulated device; what differs is printed.

use std::env;
use whipple::prelude::*;

/// The items of each body: 0 and those that follow.
const ITEMS: [u32; 6] = [0, 1, 2, 3, 4, 5];
/// The most threads of a task.
const THREADS: u32 = 40;
/// The sums that threads add to in branches.
const SINKS: u32 = THREADS;
/// The sums that children add to.
pub const SUMS: u32 = 64;
/// The seeds of the replayed schedules. Some of them reverse the threads of a task.
const REPLAYS: [u64; 4] = [1, 2, 3, 4];

/// What all bodies write to.
pub struct Memory {
    /// A number for each thread of each task.
    pub out: Buffer<u32>,
    /// What threads add to.
    pub sink: Buffer<u32>,
    /// What children add to.
    pub sums: Buffer<u32>,
}

impl Memory {
    fn new(device: &Device) -> Result<Self, Error> {
        let zeros = |length| device.buffer_filled(length, 0);
        Ok(Self {
            out: zeros(ITEMS.len() * THREADS as usize)?,
            sink: zeros(SINKS as usize)?,
            sums: zeros(SUMS as usize)?,
        })
    }

    fn clear(&self) -> Result<(), Error> {
        [&self.out, &self.sink, &self.sums].into_iter().try_for_each(|buffer| buffer.fill(0))
    }

    fn read(&self) -> Result<[Vec<u32>; 3], Error> {
        Ok([self.out.read()?, self.sink.read()?, self.sums.read()?])
    }
}

/// A program of bodies, each of which is a procedure.
pub trait Tasks: Program {
    /// The names of the bodies.
    const NAMES: &'static [&'static str];

    /// The program with this memory.
    fn new(memory: &Memory) -> Self;

    /// Seeds tasks of the body of this number.
    fn seed(launcher: &mut Launcher<Self>, body: usize, items: &[u32]) -> Result<(), Error>;
}

/// The memory after a run of one body, or what went wrong.
type Outcome = Result<[Vec<u32>; 3], Error>;

/// Runs one body after the other. Which one runs goes to the error output: what does not end is the last.
fn outcomes<T: Tasks>(place: &str, device: &Device, options: &Options) -> Vec<Outcome> {
    let run = || {
        let memory = Memory::new(device)?;
        let program = T::new(&memory);
        let launcher = || Launcher::with_options(device, &program, options.clone());
        let mut current = launcher()?;
        let mut outcomes = Vec::new();
        for (body, name) in T::NAMES.iter().enumerate() {
            eprintln!("{name} runs on {place}");
            let outcome = outcome(&mut current, &memory, body);
            if outcome.is_err() {
                current = launcher()?;
            }
            outcomes.push(outcome);
        }
        Ok(outcomes)
    };
    run().unwrap_or_else(|error: Error| panic!("no body runs on {place}: {error}"))
}

fn outcome<T: Tasks>(launcher: &mut Launcher<T>, memory: &Memory, body: usize) -> Outcome {
    memory.clear()?;
    launcher.clear_seeds();
    T::seed(launcher, body, &ITEMS)?;
    launcher.run()?;
    memory.read()
}

/// Where an outcome differs from that of the loops.
fn difference(loops: &Outcome, other: &Outcome) -> Option<String> {
    let (loops, other) = match (loops, other) {
        (Ok(loops), Ok(other)) => (loops, other),
        (Err(_), _) => return None,
        (_, Err(error)) => return Some(format!("fails: {error}")),
    };
    for ((name, loops), other) in ["out", "sink", "sums"].into_iter().zip(loops).zip(other) {
        let mut differ = (0..loops.len()).filter(|&index| loops[index] != other[index]);
        if let Some(index) = differ.next() {
            let (count, is, by_loops) = (1 + differ.count(), other[index], loops[index]);
            return Some(format!(
                "differs in {count} numbers of `{name}`: that at {index} is {is:#x}, by loops {by_loops:#x}"
            ));
        }
    }
    None
}

/// Prints a line for a body: where something is wrong with it, and what.
fn tell<T: Tasks>(body: usize, place: &str, what: &str) {
    println!("{} on {place} {}", T::NAMES[body], what.replace('\n', " "));
}

/// Runs all bodies everywhere, on the emulated device where the first argument is `emulated`, and tells what fails and what differs.
pub fn compare<T: Tasks>() {
    let by_loops = "the CPU by loops";
    let loops = outcomes::<T>(by_loops, &Device::cpu(), &Options::new());
    for (body, outcome) in loops.iter().enumerate() {
        if let Err(error) = outcome {
            tell::<T>(body, by_loops, &format!("fails: {error}"));
        }
    }
    let compare = |place: &str, device: &Device, options: &Options| {
        for (body, (loops, other)) in loops.iter().zip(outcomes::<T>(place, device, options)).enumerate() {
            if let Some(what) = difference(loops, &other) {
                tell::<T>(body, place, &what);
            }
        }
    };
    for seed in REPLAYS {
        compare(&format!("the CPU with replay {seed}"), &Device::cpu(), &Options::new().replay(seed));
    }
    if env::args().nth(1).is_some_and(|argument| argument == "emulated") {
        let device = Device::emulated().unwrap_or_else(|error| panic!("no emulated device: {error}"));
        compare("the emulated device", &device, &Options::new());
    }
}

/// Makes a program of bodies, and of `Leaf`, their child.
#[macro_export]
macro_rules! tasks {
    ($($field:ident: $task:ident,)*) => {
        #[program]
        pub struct Bodies {
            #[schedule(seeded)]
            leaf: Leaf,
            $(#[schedule(seeded)] $field: $task,)*
        }

        impl language::Tasks for Bodies {
            const NAMES: &'static [&'static str] = &[$(stringify!($task)),*];

            fn new(memory: &language::Memory) -> Self {
                Self {
                    leaf: Leaf { sums: memory.sums.clone() },
                    $($field: $task { out: memory.out.clone(), sink: memory.sink.clone(), scale: 5 },)*
                }
            }

            fn seed(launcher: &mut Launcher<Self>, body: usize, items: &[u32]) -> Result<(), Error> {
                let seeds: &[fn(&mut Launcher<Self>, &[u32]) -> Result<(), Error>] =
                    &[$(|launcher, items| launcher.seed::<$task>(items).map(drop)),*];
                seeds[body](launcher, items)
            }
        }
    };
}
