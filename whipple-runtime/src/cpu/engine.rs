//! The CPU as a device: allocates buffers, prepares programs, runs them on workers.

use super::{
    items::QueueMemory,
    join::Records,
    observe::Observation,
    overflow,
    panic::Recording,
    policy::{self, Choose},
    pool::Pool,
    queue::{Order, Queues},
    storage,
    worker::{self, Setup, Summary, WorkerResources},
};
use crate::{
    backend::{Backend, DeviceKind, Engine, ProgramDescription, Run, Seeds, Storage},
    control::Stop,
    error::{Error, Waiting, add_waiting},
    host_memory,
    options::{MAX_WORKERS, Options},
    print::with_printer,
    program::ProcedureInfo,
    report::Report,
    trace::Trace,
};
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

/// The CPU executor as a [`Backend`].
#[derive(Debug, Default)]
pub struct Cpu(());

impl Cpu {
    /// The CPU.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Backend for Cpu {
    fn kind(&self) -> DeviceKind {
        DeviceKind::Cpu
    }

    fn description(&self) -> String {
        match cores() {
            1 => String::from("the CPU, 1 core"),
            cores => format!("the CPU, {cores} cores"),
        }
    }

    fn allocate(&self, bytes: usize) -> Result<Arc<dyn Storage>, Error> {
        match storage::CpuStorage::zeroed(bytes) {
            Some(memory) => Ok(Arc::new(memory)),
            None => Err(Error::OutOfMemory { device: self.description(), bytes: bytes as u64, purpose: "a buffer" }),
        }
    }

    fn prepare(&self, program: ProgramDescription, options: &Options) -> Result<Box<dyn Engine>, Error> {
        if thread::panicking() {
            // It could not run there: the panic hook cannot be changed then.
            return Err(Error::other("a program cannot be prepared in a destructor while its thread panics", None));
        }
        for info in program.procedures {
            check(info)?;
        }
        options.check(program.procedures)?;
        let workers = workers(options);
        let memory = Arc::new(QueueMemory::new(options.queue_memory.unwrap_or_else(available_memory)));
        let records = Arc::new(Records::new(&program, options.join_memory, workers));
        // A replayed schedule chooses each item itself.
        let order = match options.order {
            _ if options.replay.is_some() => Order::Newest,
            crate::options::Order::Oldest => Order::Oldest,
            _ => Order::Rounds,
        };
        let keep = |_| WorkerResources {
            queues: Queues::new(program.procedures, &memory, &records, order),
            stacks: Vec::new(),
            single_stack: None,
        };
        let kept = (0..workers).map(keep).collect();
        Ok(Box::new(Executor {
            device: self.description(),
            program,
            options: options.clone(),
            code: overflow::code_of(program.procedures),
            memory,
            records,
            kept,
        }))
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// The number of workers, by options that were checked.
fn workers(options: &Options) -> usize {
    match (options.workers, options.replay) {
        (Some(count), None) => count,
        (None, None) => cores().min(MAX_WORKERS),
        (_, Some(_)) => 1,
    }
}

/// Checks what the macros ensure, for procedures that were written by hand.
fn check(info: &ProcedureInfo) -> Result<(), Error> {
    let fits = match info.level {
        0 => (2..=32).contains(&info.threads),
        1 => (32..=1024).contains(&info.threads),
        _ => info.threads == 1,
    };
    let name = info.name;
    if !fits {
        let message = format!("`{name}` has {} threads, which do not fit level {}", info.threads, info.level);
        return Err(Error::other(message, None));
    }
    if info.item_align > 16 || info.shared_align > 16 {
        let message = format!("the work item and the shared memory of `{name}` may be aligned to at most 16 bytes");
        return Err(Error::other(message, None));
    }
    Ok(())
}

/// Three quarters of the memory that the machine has left, where that is known.
fn available_memory() -> usize {
    host_memory::free().map_or(isize::MAX as usize, |free| free / 4 * 3)
}

/// A program prepared for the CPU.
struct Executor {
    device: String,
    program: ProgramDescription,
    options: Options,
    /// Where the machine code of the procedures is.
    code: Vec<Range<usize>>,
    memory: Arc<QueueMemory>,
    records: Arc<Records>,
    /// One for each worker.
    kept: Vec<WorkerResources>,
}

impl Engine for Executor {
    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error> {
        if thread::panicking() {
            return Err(Error::other("a program cannot run in a destructor while its thread panics", None));
        }
        let _recording = Recording::begin();
        run.control.count();
        // SAFETY: `Engine::run`'s contract.
        let result = unsafe { self.run_workers(&run) };
        let failed = |error| {
            self.clear();
            add_waiting(error, self.program.procedures, &self.records.waiting(self.program.procedures))
        };
        let (summaries, chunks, stop) = result.map_err(failed)?;
        let mut report = self.report(summaries, run.control.elapsed());
        report.chunks = chunks;
        match stop {
            None => Ok(report),
            Some(stop) => Err(failed(stop.into_error(report))),
        }
    }
}

impl Executor {
    /// # Safety
    /// As [`Engine::run`].
    unsafe fn run_workers(&mut self, run: &Run<'_>) -> Result<(Vec<Summary>, u64, Option<Stop>), Error> {
        self.records.begin(run.roots);
        self.kept.iter().for_each(|kept| kept.queues.records().begin());
        for seeds in run.seeds {
            // SAFETY: the caller's contract.
            unsafe { self.seed(seeds) }?;
        }
        let procedures = self.program.procedures;
        let pool = Pool::new(self.kept.len() as u32);
        let setup = Setup {
            procedures,
            // SAFETY: `run.program` points to a program that these procedures are fields of.
            instances: procedures.iter().map(|info| unsafe { (info.locate)(run.program) }).collect(),
            pool: &pool,
            memory: &self.memory,
            code: &self.code,
            thread_stack: self.options.thread_stack,
            single_stack: self.options.worker_stack(),
            observation: Observation::new(run.control, &self.options, self.kept.len()),
            runs_in_place: self.options.runs_in_place(),
        };
        let setup = &setup;
        let program = policy::PolicyInputs { procedures, plan: self.program.plan, weights: run.weights };
        let chooser = |worker| policy::chooser(&self.options, program, worker);
        let summaries = thread::scope(|scope| {
            let mut kept = self.kept.iter_mut();
            // This thread is a worker too.
            let first = kept.next();
            let mut handles = Vec::new();
            for (index, kept) in kept.enumerate() {
                let chooser = chooser(index + 1);
                let builder = thread::Builder::new().name(format!("whipple worker {}", index + 1));
                match builder.spawn_scoped(scope, move || guarded(setup, kept, chooser, index + 1)) {
                    Ok(handle) => handles.push(handle),
                    Err(source) => setup.pool.fail(Error::Resources { what: "worker thread", source }),
                }
            }
            let mine = first.and_then(|kept| guarded(setup, kept, chooser(0), 0));
            let others = handles.into_iter().filter_map(|handle| handle.join().ok().flatten());
            mine.into_iter().chain(others).collect()
        });
        let (chunks, stop) = pool.finish()?;
        Ok((summaries, chunks, stop))
    }

    /// Spreads initial tasks over the workers.
    ///
    /// # Safety
    /// As [`Engine::run`].
    unsafe fn seed(&self, seeds: &Seeds) -> Result<(), Error> {
        let size = self.program.procedures[seeds.procedure].item_size;
        assert!(seeds.count * size <= size_of_val(&*seeds.items), "seeds break their contract");
        let workers = self.kept.len();
        for (index, kept) in self.kept.iter().enumerate() {
            // `count * index / workers`, which must not overflow for items without size.
            let begin = |index: usize| seeds.count / workers * index + seeds.count % workers * index / workers;
            let (start, count) = (begin(index), begin(index + 1) - begin(index));
            let append = || {
                kept.queues.with(seeds.procedure, |queue| {
                    // SAFETY: the range is within the seeds, whose items are valid by the caller's contract.
                    unsafe { queue.append(seeds.items.as_ptr().cast::<u8>().add(start * size), count) }
                })
            };
            let append_to_trimmed = || {
                self.kept.iter().for_each(|kept| kept.queues.trim());
                append()
            };
            if !append() && !append_to_trimmed() {
                return Err(Error::QueueMemory {
                    procedure: self.program.procedures[seeds.procedure].name.to_owned(),
                    length: seeds.count as u64,
                    limit_bytes: self.memory.limit() as u64,
                    waiting: Waiting::default(),
                });
            }
        }
        Ok(())
    }

    /// Forgets the tasks that a failed run left.
    fn clear(&self) {
        for kept in &self.kept {
            kept.queues.take_full();
            for procedure in 0..kept.queues.count() {
                kept.queues.with(procedure, |queue| queue.clear());
            }
            kept.queues.trim();
        }
    }

    fn report(&self, summaries: Vec<Summary>, total_time: Duration) -> Report {
        let Options { statistics, trace, .. } = self.options;
        let mut report = Report::new(self.device.clone(), self.program.procedures);
        report.total_time = total_time;
        report.workers = self.kept.len() as u32;
        report.queue_bytes = self.memory.peak() as u64;
        report.join_bytes = self.records.bytes() as u64;
        let (mut busy, mut idle) = (Duration::ZERO, Duration::ZERO);
        let last_tasks = || summaries.iter().map(|it| it.last_task);
        let ends = last_tasks().min().zip(last_tasks().max());
        let mut events = trace.then(|| Trace::new(self.program.procedures));
        for Summary { procedures, rounds, observed, .. } in summaries {
            report.rounds += rounds;
            idle += observed.idle;
            for (index, (line, done)) in report.procedures.iter_mut().zip(procedures).enumerate() {
                line.tasks += done.tasks;
                let longest = line.longest_queue.get_or_insert_default();
                *longest = (*longest).max(done.longest_queue as u64);
                busy += done.time;
                if statistics {
                    *line.time.get_or_insert_default() += done.time;
                    *line.local_transfers.get_or_insert_default() += observed.local[index];
                    *line.global_transfers.get_or_insert_default() += observed.global[index];
                }
            }
            if let Some(trace) = &mut events {
                trace.events.extend(observed.events);
                trace.changes.extend(observed.changes);
                trace.dropped += observed.dropped;
            }
        }
        let available = total_time.as_secs_f64() * self.kept.len() as f64;
        report.utilisation = Some(busy.as_secs_f64() / available.max(1e-9));
        report.idle_time = statistics.then_some(idle);
        report.tail_time = ends.map(|(first, last)| last - first);
        if let Some(trace) = &mut events {
            trace.sort();
        }
        report.trace = events;
        report
    }
}

/// Runs a worker. A mistake in the executor itself ends the run with an error instead of leaving the others waiting.
fn guarded(
    setup: &Setup<'_>,
    kept: &mut WorkerResources,
    chooser: Box<dyn Choose + '_>,
    number: usize,
) -> Option<Summary> {
    match catch_unwind(AssertUnwindSafe(|| {
        with_printer(setup.observation.control.printer(), || worker::work(setup, kept, chooser, number))
    })) {
        Ok(summary) => Some(summary),
        Err(_) => {
            setup.pool.fail(Error::other("a worker of the CPU executor panicked: this is a mistake in whipple", None));
            None
        }
    }
}
