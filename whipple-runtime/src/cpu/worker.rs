//! A worker: one OS thread that works its own queues, newest items first, until the run ends.

use super::{
    batch::{self, Batch},
    in_place::{self, InPlace},
    items::QueueMemory,
    lanes::{Job, Lanes},
    observe::{Observation, Observed, Observer},
    overflow::{Guard, TaskResult, Trap, limit_of},
    panic::{self, InBody, TaskFailure},
    policy::Choose,
    pool::{Demand, HandOver, Pool},
    queue::Queues,
    task::Task,
};
use crate::{
    error::{DevicePanic, Error, Waiting},
    fault,
    program::ProcedureInfo,
};
use corosensei::{CoroutineResult, ScopedCoroutine, stack::DefaultStack};
use std::{
    cell::Cell,
    mem::MaybeUninit,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

/// The most tasks between two choices of the policy.
const BATCH_TASKS: u32 = 256;
/// The time between two choices that a worker aims at. Starving workers wait that long for the busy to notice them.
const BATCH_TIME: Duration = Duration::from_micros(20);
/// The least time between two hand-overs of a worker, several times what waking a sleeper costs (5 to 10 us).
const HAND_OVER_PERIOD: Duration = Duration::from_micros(50);

/// What all workers of a run read.
pub(super) struct Setup<'r> {
    pub(super) procedures: &'r [ProcedureInfo],
    /// The procedures themselves: fields of the program.
    pub(super) instances: Vec<*const ()>,
    pub(super) pool: &'r Pool,
    pub(super) memory: &'r QueueMemory,
    /// Where the machine code of the procedures is.
    pub(super) code: &'r [Range<usize>],
    /// Stack of a thread of a task of several, in bytes.
    pub(super) thread_stack: usize,
    /// Stack of a task of one thread, in bytes.
    pub(super) single_stack: usize,
    pub(super) observation: Observation<'r>,
    /// Whether children of forks run in the place of their parents.
    pub(super) runs_in_place: bool,
}

// SAFETY: the pointers are to procedures, which are `Sync` and outlive the run; the rest is `Sync` by itself.
unsafe impl Sync for Setup<'_> {}

/// What a worker keeps from run to run.
pub(super) struct WorkerResources {
    pub(super) queues: Queues,
    /// Of threads of tasks of several.
    pub(super) stacks: Vec<DefaultStack>,
    /// Of tasks of one thread.
    pub(super) single_stack: Option<DefaultStack>,
}

/// What a worker did of one procedure.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) tasks: u64,
    pub(super) time: Duration,
    pub(super) longest_queue: usize,
}

/// What a worker did.
pub(super) struct Summary {
    pub(super) procedures: Vec<Tally>,
    pub(super) rounds: u64,
    pub(super) observed: Observed,
    /// When its last batch ended, or it began.
    pub(super) last_task: Instant,
}

struct Worker<'r> {
    setup: &'r Setup<'r>,
    queues: &'r Queues,
    lanes: Lanes,
    single_stack: &'r mut Option<DefaultStack>,
    guard: &'r Guard<'r>,
    chooser: Box<dyn Choose + 'r>,
    done: Vec<Tally>,
    /// Smoothed time of a task, by procedure.
    cost: Vec<Duration>,
    rounds: u64,
    last_task: Instant,
    last_hand_over: Instant,
    observer: Observer<'r>,
    /// The items that run. Their spawns may move the queue that they came from.
    item: Box<[MaybeUninit<u128>]>,
    /// Shared memory of the task that runs.
    shared: Box<[MaybeUninit<u128>]>,
}

/// Works until the run has ended, as the worker of this number.
pub(super) fn work<'r>(
    setup: &'r Setup<'r>,
    kept: &'r mut WorkerResources,
    chooser: Box<dyn Choose + 'r>,
    number: usize,
) -> Summary {
    let guard = Guard::new(setup.code);
    fault::watch(&guard, || work_guarded(setup, kept, chooser, number, &guard))
}

fn work_guarded<'w, 'r: 'w>(
    setup: &'r Setup<'r>,
    kept: &'w mut WorkerResources,
    chooser: Box<dyn Choose + 'r>,
    number: usize,
    guard: &'w Guard<'r>,
) -> Summary {
    let procedures = setup.procedures;
    let scratch = |size: fn(&ProcedureInfo) -> usize| {
        let bytes = procedures.iter().map(size).max().unwrap_or(0);
        vec![MaybeUninit::uninit(); bytes.div_ceil(16)].into_boxed_slice()
    };
    let mut worker = Worker {
        setup,
        queues: &kept.queues,
        lanes: Lanes::new(std::mem::take(&mut kept.stacks), setup.thread_stack),
        single_stack: &mut kept.single_stack,
        guard,
        chooser,
        done: vec![Tally::default(); procedures.len()],
        cost: vec![BATCH_TIME; procedures.len()],
        rounds: 0,
        last_task: Instant::now(),
        last_hand_over: Instant::now(),
        observer: Observer::new(&setup.observation, number, procedures.len()),
        item: scratch(|info| info.item_size * batch::most(info.item_size)),
        shared: scratch(|info| info.shared_size),
    };
    worker.observer.begin(worker.queues);
    // SAFETY: all of this outlives the worker.
    let in_place = unsafe { InPlace::new(&setup.instances, setup.pool, setup.observation.control) };
    // SAFETY: until `work` has returned.
    unsafe { worker.queues.run_in_place(setup.runs_in_place.then_some(&in_place)) };
    worker.work();
    // SAFETY: no pointer is left.
    unsafe { worker.queues.run_in_place(None) };
    worker.observer.tell(worker.queues, &worker.done);
    let Worker { lanes, mut done, rounds, last_task, observer, .. } = worker;
    for (procedure, done) in done.iter_mut().enumerate() {
        done.longest_queue = kept.queues.with(procedure, |queue| queue.take_longest());
    }
    kept.stacks = lanes.into_stacks();
    Summary { procedures: done, rounds, observed: observer.into_observed(), last_task }
}

impl Worker<'_> {
    fn work(&mut self) {
        let pool = self.setup.pool;
        let mut now = Instant::now();
        loop {
            match pool.demand() {
                Demand::None => {}
                Demand::Starving(starving) => self.hand_over(starving, now),
                Demand::Ended => return,
            }
            let Some(procedure) = self.chooser.choose(self.queues) else {
                self.observer.tell(self.queues, &self.done);
                let work = pool.starve();
                self.observer.starved(now);
                let Some(work) = work else { return };
                self.receive(work);
                now = Instant::now();
                continue;
            };
            if let Some(stop) = self.setup.observation.control.stop() {
                return pool.stop(stop);
            }
            self.rounds += 1;
            let tasks_before = self.done[procedure].tasks;
            self.observer.batch_begins(self.queues);
            let result = self.run_batch(procedure);
            let ran = self.done[procedure].tasks - tasks_before;
            let end = Instant::now();
            self.account(procedure, ran, end - now);
            self.observer.batch_ended(self.queues, &self.done, (procedure, ran), (now, end));
            (now, self.last_task) = (end, end);
            if let Err(stop) = result {
                let procedure = self.queues.in_place().map_or(procedure, InPlace::running);
                pool.fail(self.error(procedure, stop));
                return;
            }
        }
    }

    /// Runs a few tasks of a procedure that has some.
    fn run_batch(&mut self, procedure: usize) -> Result<(), TaskFailure> {
        let cost = self.cost[procedure].as_nanos().max(1);
        // At most `BATCH_TASKS`, which fits.
        let limit = (BATCH_TIME.as_nanos() / cost).clamp(1, BATCH_TASKS.into()) as u32;
        let limit = limit.min(self.chooser.most_tasks());
        let info = &self.setup.procedures[procedure];
        let _in_body = InBody::enter(info.name);
        if let Some(in_place) = self.queues.in_place() {
            in_place.runs(procedure);
        }
        if info.threads == 1 {
            return self.run_plainly(procedure, info, limit);
        }
        // A replay has one task a batch.
        let reversed = self.chooser.reverses_threads();
        if info.in_loops && !reversed {
            self.run_plainly(procedure, info, limit)
        } else {
            self.run_in_coroutines(procedure, info, limit, reversed)
        }
    }

    /// Runs tasks of one thread each, or tasks whose threads run in loops: plain calls, one after the other on a stack that may
    /// overflow.
    fn run_plainly(&mut self, procedure: usize, info: &ProcedureInfo, limit: u32) -> Result<(), TaskFailure> {
        let bytes = self.setup.single_stack;
        let scratch = (self.item.as_mut_ptr().cast::<u8>(), self.shared.as_mut_ptr().cast::<u8>());
        let mut stack = match self.single_stack.take() {
            Some(stack) => stack,
            None => DefaultStack::new(bytes + in_place::ROOM).map_err(TaskFailure::Resources)?,
        };
        let end = limit_of(&stack);
        if let Some(in_place) = self.queues.in_place() {
            in_place.begin(end + bytes);
        }
        let ran = Cell::new(0);
        let batch = ScopedCoroutine::<(), (), TaskResult, _>::with_stack(&mut stack, |_, ()| {
            self.run_on_stack(procedure, info, scratch, limit, &ran)
        });
        let result = batch.scope(|mut batch| {
            let trap = Trap::new(batch.trap_handler(), end, bytes);
            match self.guard.run(&trap, || batch.resume(())) {
                CoroutineResult::Return(result) => result,
                CoroutineResult::Yield(()) => unreachable!("a batch has nothing to wait for"),
            }
        });
        *self.single_stack = Some(stack);
        self.done[procedure].tasks += u64::from(ran.get());
        if let Some(in_place) = self.queues.in_place() {
            self.done.iter_mut().zip(in_place.take_begun()).for_each(|(done, begun)| done.tasks += begun);
        }
        result
    }

    fn run_on_stack(
        &self,
        procedure: usize,
        info: &ProcedureInfo,
        (item, shared): (*mut u8, *mut u8),
        limit: u32,
        ran: &Cell<u32>,
    ) -> TaskResult {
        let instance = self.setup.instances[procedure];
        let task = Task::plain(self.queues, shared);
        let result = catch_unwind(AssertUnwindSafe(|| {
            let most = batch::most(info.item_size);
            while ran.get() < limit && self.queues.len(procedure) > 0 && !self.is_stopped() {
                let most = most.min((limit - ran.get()) as usize);
                // SAFETY: the queue is not empty; the scratch holds `most` items.
                let (count, in_round) = unsafe { self.queues.with(procedure, |queue| queue.next(item, most)) };
                let control = self.setup.observation.control;
                let batch = Batch { queues: self.queues, control, procedure, in_round, ran };
                // SAFETY: `instance` is this procedure, and the queue held items of it (`Queues::push`, and `Launcher::seed` by
                // `Engine::run`'s contract).
                unsafe { (info.run_batch)(instance, item, count, &task, &batch) };
            }
        }));
        result.map_err(|payload| panic::failure_of(payload, task.current().get()).unwrap_or(TaskFailure::Queue))
    }

    /// Runs tasks of several threads each, which are coroutines.
    fn run_in_coroutines(
        &mut self,
        procedure: usize,
        info: &ProcedureInfo,
        limit: u32,
        reversed: bool,
    ) -> Result<(), TaskFailure> {
        let instance = self.setup.instances[procedure];
        let item = self.item.as_mut_ptr().cast::<u8>();
        let shared = self.shared.as_mut_ptr().cast::<u8>();
        for _ in 0..limit {
            if self.queues.len(procedure) == 0 || self.is_stopped() {
                break;
            }
            self.done[procedure].tasks += 1;
            // SAFETY: as in `run_on_stack`; the scratch also holds the largest shared memory, aligned for it (`prepare`
            // checked that), and zeroed here.
            let job = unsafe {
                self.queues.with(procedure, |queue| queue.pop(item));
                shared.write_bytes(0, info.shared_size);
                Job::new(info, instance, item, self.queues, shared, reversed)
            };
            self.lanes.run(&job, self.guard)?;
        }
        Ok(())
    }

    /// Whether the host wants the run to stop. Asked before each task: the next one may be long.
    #[inline]
    fn is_stopped(&self) -> bool {
        self.setup.observation.control.stop().is_some()
    }

    fn account(&mut self, procedure: usize, ran: u64, time: Duration) {
        self.chooser.ran(procedure, time);
        self.done[procedure].time += time;
        if ran > 0 {
            let cost = time / ran as u32;
            self.cost[procedure] = (self.cost[procedure] * 3 + cost) / 4;
        }
    }

    /// Gives each starving worker an even share of every queue, oldest items first: in a recursion those stand for the
    /// most work. If no queue has enough for all, single items go.
    fn hand_over(&mut self, starving: u32, now: Instant) {
        if now - self.last_hand_over < HAND_OVER_PERIOD || self.queues.total() < 2 {
            return;
        }
        self.last_hand_over = now;
        let mut gifts: Vec<HandOver> = (0..starving).map(|_| HandOver::new()).collect();
        for procedure in 0..self.queues.count() {
            let share = self.queues.len(procedure) / (starving as usize + 1);
            for gift in gifts.iter_mut().filter(|_| share > 0) {
                gift.extend(
                    self.queues.with(procedure, |queue| queue.take_oldest(share)).map(|taken| (procedure, taken)),
                );
            }
        }
        for gift in gifts.iter_mut().filter(|gift| gift.is_empty()) {
            let longest = (0..self.queues.count()).max_by_key(|&procedure| self.queues.len(procedure));
            if let Some(procedure) = longest.filter(|_| self.queues.total() > 1) {
                gift.extend(self.queues.with(procedure, |queue| queue.take_oldest(1)).map(|taken| (procedure, taken)));
            }
        }
        gifts.retain(|gift| !gift.is_empty());
        if !gifts.is_empty() {
            self.setup.pool.give(gifts);
        }
    }

    fn receive(&mut self, work: HandOver) {
        self.observer.received(&work);
        for (procedure, queue) in work {
            self.queues.with(procedure, |own| own.receive(queue));
        }
    }

    /// What a task of `procedure` that did not end means for the run.
    fn error(&self, procedure: usize, stop: TaskFailure) -> Error {
        match stop {
            TaskFailure::Panic(panic) => Error::DevicePanic(DevicePanic {
                procedure: self.setup.procedures[procedure].name.to_owned(),
                task: Some(self.done[procedure].tasks - 1),
                ..panic
            }),
            TaskFailure::Resources(source) => Error::Resources { what: "stack for a thread of a task", source },
            TaskFailure::Overflow => {
                let info = &self.setup.procedures[procedure];
                let is_plain = info.threads == 1 || info.in_loops;
                let bytes = if is_plain { self.setup.single_stack } else { self.setup.thread_stack };
                Error::StackOverflow { procedure: info.name.to_owned(), bytes: bytes as u64 }
            }
            TaskFailure::Queue => queue_memory(self.setup.procedures, self.queues, self.setup.memory),
        }
    }
}

/// The queues have used up their memory: names the longest.
pub(super) fn queue_memory(procedures: &[ProcedureInfo], queues: &Queues, memory: &QueueMemory) -> Error {
    queues.take_full();
    let longest = (0..queues.count()).max_by_key(|&procedure| queues.len(procedure)).unwrap_or(0);
    Error::QueueMemory {
        procedure: procedures[longest].name.to_owned(),
        length: queues.len(longest) as u64,
        limit_bytes: memory.limit() as u64,
        waiting: Waiting::default(),
    }
}
