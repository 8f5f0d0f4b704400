//! A device that others use, too: other processes have nearly all of its memory, or most of its multiprocessors.

use super::{
    devices,
    programs::{Levels, SUMS, Tested},
};
use whipple::{cuda::emulated, prelude::*};

const SCHEDULERS: [Scheduler; 4] =
    [Scheduler::Megakernel, Scheduler::MegakernelGlobal, Scheduler::TimeSliced, Scheduler::TimeSlicedGraph];

/// The levels, prepared on a device, with the tasks that they start from.
struct Prepared {
    sums: Buffer<u64>,
    launcher: Launcher<'static, Levels>,
}

impl Prepared {
    fn new(device: &Device, options: &Options) -> Result<Self, Error> {
        let sums = device.buffer(SUMS as usize)?;
        let mut launcher = Launcher::owning(device, Levels::new(&sums), options.clone())?;
        let items: Vec<_> = numbers().into_iter().map(Levels::seed).collect();
        launcher.seed::<<Levels as Tested>::Start>(&items)?;
        Ok(Self { sums, launcher })
    }

    /// Runs; what comes of it must be right.
    fn run(&mut self) -> Result<Report, Error> {
        self.sums.fill(0)?;
        let report = self.launcher.run()?;
        let (sum, expected) = (self.sums.read()?.into_iter().fold(0, u64::wrapping_add), Levels::expected(&numbers()));
        assert_eq!(report.procedures.iter().map(|it| it.tasks).collect::<Vec<_>>(), expected.tasks);
        assert_eq!(sum, expected.sum);
        Ok(report)
    }
}

fn numbers() -> Vec<u32> {
    (0..20).collect()
}

/// Takes memory in halves, until so many bytes are left at most: the driver tells it alike whoever has it.
fn take_but(device: &Device, left: usize) -> Vec<Buffer<u8>> {
    let sizes = (0..29).rev().map(|bits| 1_usize << bits).take_while(|size| *size > left);
    let take = |size: usize| std::iter::from_fn(move || device.buffer::<u8>(size).ok());
    sizes.flat_map(take).collect()
}

/// That there is no memory, and what to do about it.
fn assert_lacks_memory(error: &Error, what: &str) {
    let said = error.to_string();
    let is_of_memory = matches!(error, Error::OutOfMemory { .. } | Error::Driver { code: 2, .. });
    assert!(is_of_memory && said.contains("other processes"), "{what}: {error:?}: {said}");
}

#[test]
fn with_little_memory_programs_are_prepared_or_refused() {
    for scheduler in SCHEDULERS {
        let options = Options::new().scheduler(scheduler);
        let mut outcomes = Vec::new();
        for kib in [1, 64, 200, 600, 2_000, 6_000, 20_000, 60_000] {
            let memory = emulated::Options { memory: kib << 10, ..Default::default() };
            let Ok(device) = emulated::open_with(memory) else {
                return assert!(devices::emulated().is_none());
            };
            let outcome = Prepared::new(&device, &options).and_then(|mut prepared| prepared.run());
            if let Err(error) = &outcome {
                println!("{scheduler}, {kib} KiB: {error}");
                assert_lacks_memory(error, &format!("{scheduler}, {kib} KiB"));
            }
            outcomes.push(outcome.is_ok());
        }
        assert!(outcomes.is_sorted() && !outcomes[0] && outcomes[outcomes.len() - 1], "{scheduler}: {outcomes:?}");
    }
}

/// Memory is taken while a program is prepared, and comes back.
#[test]
fn with_no_memory_left_calls_work_or_say_so() {
    for scheduler in SCHEDULERS {
        let Ok(device) = emulated::open_with(emulated::Options { memory: 64 << 20, ..Default::default() }) else {
            return assert!(devices::emulated().is_none());
        };
        // So little that most schedulers need more meanwhile.
        let options = Options::new().scheduler(scheduler).initial_queue_memory(1);
        let mut prepared = Prepared::new(&device, &options).expect("there is memory");
        let numbers: Buffer<u32> = device.buffer(1 << 20).expect("a buffer");
        for left in [0, 10_000, 200_000] {
            let taken = take_but(&device, left);
            if let Err(error) = prepared.run() {
                println!("{scheduler}, {left} bytes left: {error}");
                assert_lacks_memory(&error, &format!("{scheduler}, {left} bytes left"));
            }
            let error = device.buffer::<u32>(1 << 20).expect_err("there is no memory");
            assert_lacks_memory(&error, "a buffer");
            if left == 0 {
                let error = Prepared::new(&device, &options).err().expect("there is no memory");
                assert_lacks_memory(&error, "a launcher");
            }
            // Copies that have no pinned memory are slower, and no errors.
            numbers.write(&vec![7; 1 << 20]).expect("it is written");
            assert_eq!(numbers.read().expect("it is read"), vec![7; 1 << 20]);
            drop(taken);
            prepared.run().expect("there is memory again");
        }
    }
}

/// Under CUDA's Multi-Process Service a process sees a part of the multiprocessors, or sees all and gets a part.
#[test]
fn with_few_multiprocessors_programs_end() {
    for (multiprocessors, available_multiprocessors) in [(1, 1), (10, 1)] {
        for scheduler in SCHEDULERS {
            let part = emulated::Options { multiprocessors, available_multiprocessors, ..Default::default() };
            let Ok(device) = emulated::open_with(part) else {
                return assert!(devices::emulated().is_none());
            };
            let mut prepared = Prepared::new(&device, &Options::new().scheduler(scheduler)).expect("it is prepared");
            for _ in 0..2 {
                prepared.run().unwrap_or_else(|error| panic!("{scheduler}: {error}"));
            }
        }
    }
}
