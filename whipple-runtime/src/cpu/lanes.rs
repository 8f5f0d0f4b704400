//! Tasks of several threads: each thread a stackful coroutine, all on the worker's OS thread.
//!
//! A coroutine takes thread after thread of the task and switches back only when one of them waits, or when none is
//! left. So a task whose threads never wait costs a single switch, and one with a barrier two per thread.

use super::{
    join::Ended,
    overflow::{Guard, TaskResult, Trap, limit_of},
    panic::{self, TaskFailure},
    queue::Queues,
    task::{Task, Wait},
};
use crate::{error::DevicePanic, program::ProcedureInfo};
use corosensei::{Coroutine, CoroutineResult, Yielder, stack::DefaultStack};
use std::{
    cell::Cell,
    fmt::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What a coroutine is told when it runs on.
pub(super) enum Resume {
    /// Take threads of this task.
    Start(*const Job),
    /// What the thread waited for has happened.
    Continue,
    /// The task has failed: leave the body.
    Abandon,
    /// Return, so that the stack can be reused.
    Finish,
}

/// Why a coroutine switched back.
pub(super) enum Pause {
    /// No thread of the task is left to take.
    Idle,
    /// The thread waits. The pointer is to its stack, valid until it is resumed.
    Waiting(*const Wait),
}

/// The payload of the unwinding that leaves a body whose task has failed elsewhere. It never runs the panic hook.
pub(super) struct Abandoned;

/// A task of several threads.
pub(super) struct Job {
    run: unsafe fn(*const (), *const u8, &Task, u32),
    procedure: *const (),
    item: *const u8,
    pub(super) queues: *const Queues,
    pub(super) shared: *mut u8,
    threads: u32,
    /// Whether the threads start, and run on, from the last to the first.
    reversed: bool,
    /// Threads that a coroutine has taken.
    taken: Cell<u32>,
    /// Threads whose body has ended.
    ended: Cell<u32>,
    /// What is counted when all threads have ended, once the first has said it.
    pub(super) finished: Cell<Option<Ended>>,
    stopped: Cell<bool>,
    stop: Cell<Option<TaskFailure>>,
}

impl Job {
    /// A task of the procedure that `info` describes.
    ///
    /// # Safety
    /// `procedure` points to that procedure, `item` to one of its items, `shared` to zeroed memory for it; all of these
    /// and the queues outlive the job and are only used by this OS thread (the procedure also by others, shared).
    pub(super) unsafe fn new(
        info: &ProcedureInfo,
        procedure: *const (),
        item: *const u8,
        queues: &Queues,
        shared: *mut u8,
        reversed: bool,
    ) -> Self {
        let (taken, ended, finished) = (Cell::new(0), Cell::new(0), Cell::new(None));
        let (stopped, stop) = (Cell::new(false), Cell::new(None));
        Self {
            run: info.run,
            procedure,
            item,
            queues,
            shared,
            threads: info.threads,
            reversed,
            taken,
            ended,
            finished,
            stopped,
            stop,
        }
    }

    /// Whether the task has failed.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    fn take_thread(&self) -> Option<u32> {
        let taken = self.taken.get();
        (taken < self.threads && !self.stopped.get()).then(|| {
            self.taken.set(taken + 1);
            if self.reversed { self.threads - 1 - taken } else { taken }
        })
    }

    /// Runs threads until none is left to take.
    ///
    /// # Safety
    /// The job outlives the call.
    unsafe fn run_threads(&self, yielder: &Yielder<Resume, Pause>) {
        let current = Cell::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            // SAFETY: the caller's contract.
            let task = unsafe { Task::of_job(self, yielder) };
            while let Some(thread) = self.take_thread() {
                current.set(thread);
                // SAFETY: `new`'s contract.
                unsafe { (self.run)(self.procedure, self.item, &task, thread) };
                self.ended.set(self.ended.get() + 1);
                if self.ended.get() == self.threads
                    && let Some(ended) = self.finished.take()
                {
                    task.count(ended);
                }
            }
        }));
        if let Err(payload) = result {
            self.stopped.set(true);
            if let Some(stop) = panic::failure_of(payload, current.get()) {
                self.stop.set(Some(stop));
            }
        }
    }
}

type Lane = Coroutine<Resume, Pause, TaskResult, DefaultStack>;

/// A thread that waits.
struct WaitingThread {
    lane: usize,
    wait: *const Wait,
}

/// The coroutines of a worker, made when first needed and reused for all its tasks.
#[derive(Default)]
pub(super) struct Lanes {
    lanes: Vec<(Lane, Trap)>,
    waiting: Vec<WaitingThread>,
    slots: Vec<*mut ()>,
    stacks: Vec<DefaultStack>,
    stack_bytes: usize,
}

impl Lanes {
    /// Coroutines on these stacks, and on new ones of `stack_bytes` when they run out.
    pub(super) fn new(stacks: Vec<DefaultStack>, stack_bytes: usize) -> Self {
        Self { stacks, stack_bytes, ..Self::default() }
    }

    /// Ends the coroutines and returns their stacks.
    pub(super) fn into_stacks(mut self) -> Vec<DefaultStack> {
        while let Some((mut lane, _)) = self.lanes.pop() {
            if let CoroutineResult::Return(_) = lane.resume(Resume::Finish) {
                self.stacks.push(lane.into_stack());
            }
        }
        self.stacks
    }

    /// Runs a task to its end.
    pub(super) fn run(&mut self, job: &Job, guard: &Guard<'_>) -> Result<(), TaskFailure> {
        self.start(job, guard);
        while !job.is_stopped() && !self.waiting.is_empty() {
            match self.check(job) {
                Ok(()) => self.release(job, guard),
                Err(divergence) => {
                    job.stopped.set(true);
                    job.stop.set(Some(TaskFailure::Panic(divergence)));
                }
            }
        }
        if !job.is_stopped() {
            return Ok(());
        }
        let stop = job.stop.take();
        if !self.waiting.is_empty() {
            panic::check_unwinding_from(&stop);
        }
        for WaitingThread { lane, .. } in std::mem::take(&mut self.waiting) {
            self.resume(lane, Resume::Abandon, job, guard);
        }
        // Those whose stacks overflowed are of no more use; their stacks are.
        for (lane, _) in self.lanes.extract_if(.., |(lane, _)| lane.done()) {
            self.stacks.push(lane.into_stack());
        }
        Err(stop.unwrap_or(TaskFailure::Queue))
    }

    /// Starts all threads; those that wait are in `waiting` afterwards, in the order of their start.
    fn start(&mut self, job: &Job, guard: &Guard<'_>) {
        while job.taken.get() < job.threads && !job.is_stopped() {
            // Each coroutine before has a thread that waits.
            let lane = self.waiting.len();
            if lane == self.lanes.len()
                && let Err(error) = self.add_lane()
            {
                job.stopped.set(true);
                job.stop.set(Some(TaskFailure::Resources(error)));
                return;
            }
            if let Some(Pause::Waiting(wait)) = self.resume(lane, Resume::Start(job), job, guard) {
                self.waiting.push(WaitingThread { lane, wait });
            }
        }
    }

    /// Runs a coroutine until it switches back; `None` where its stack overflowed, which stops the task.
    fn resume(&mut self, lane: usize, resume: Resume, job: &Job, guard: &Guard<'_>) -> Option<Pause> {
        let (coroutine, trap) = &mut self.lanes[lane];
        match guard.run(trap, || coroutine.resume(resume)) {
            CoroutineResult::Yield(pause) => Some(pause),
            CoroutineResult::Return(outcome) => {
                job.stopped.set(true);
                job.stop.set(outcome.err());
                None
            }
        }
    }

    /// Checks that all threads wait for the same thing.
    fn check(&self, job: &Job) -> Result<(), DevicePanic> {
        // SAFETY: the threads are suspended where they wait, so that what they wait for is alive on their stacks.
        let wait = |waiting: &WaitingThread| unsafe { &*waiting.wait };
        let first = wait(&self.waiting[0]);
        let together = self.waiting.len() == job.threads as usize;
        if together && self.waiting.iter().all(|waiting| wait(waiting).matches(first)) {
            return Ok(());
        }
        Err(divergence(job.threads, self.waiting.iter().map(wait)))
    }

    /// Completes what all threads wait for, and lets them run on.
    fn release(&mut self, job: &Job, guard: &Guard<'_>) {
        // SAFETY: as in `check`.
        let first = unsafe { &*self.waiting[0].wait };
        if let Some(complete) = first.complete {
            self.slots.clear();
            // SAFETY: as in `check`.
            self.slots.extend(self.waiting.iter().map(|waiting| unsafe { (*waiting.wait).slot }));
            if job.reversed {
                self.slots.reverse();
            }
            // SAFETY: `check` found all slots to have the type that `complete` was made for; they lie on the stacks of
            // suspended threads, which nothing else accesses.
            unsafe { complete(&self.slots) };
        }
        let mut still = 0;
        for index in 0..self.waiting.len() {
            let lane = self.waiting[index].lane;
            let resume = if job.is_stopped() { Resume::Abandon } else { Resume::Continue };
            if let Some(Pause::Waiting(wait)) = self.resume(lane, resume, job, guard) {
                self.waiting[still] = WaitingThread { lane, wait };
                still += 1;
            }
        }
        self.waiting.truncate(still);
    }

    fn add_lane(&mut self) -> std::io::Result<()> {
        let stack = match self.stacks.pop() {
            Some(stack) => stack,
            None => DefaultStack::new(self.stack_bytes)?,
        };
        let limit = limit_of(&stack);
        let lane = Lane::with_stack(stack, |yielder, mut resume| {
            while let Resume::Start(job) = resume {
                // SAFETY: `Lanes::run` keeps the job alive until the coroutine has switched back as idle.
                unsafe { (*job).run_threads(yielder) };
                resume = yielder.suspend(Pause::Idle);
            }
            Ok(())
        });
        let trap = Trap::new(lane.trap_handler(), limit, self.stack_bytes);
        self.lanes.push((lane, trap));
        Ok(())
    }
}

/// Describes a task whose threads wait in different places.
fn divergence<'a>(threads: u32, waits: impl Iterator<Item = &'a Wait>) -> DevicePanic {
    let mut groups: Vec<(&Wait, Vec<u32>)> = Vec::new();
    let mut ended: Vec<u32> = (0..threads).collect();
    for wait in waits {
        ended.retain(|&thread| thread != wait.thread);
        match groups.iter_mut().find(|(first, _)| first.matches(wait)) {
            Some((_, members)) => members.push(wait.thread),
            None => groups.push((wait, vec![wait.thread])),
        }
    }
    let first = groups[0].0;
    let mut message = String::from("the threads of a task diverge: ");
    for (index, (wait, members)) in groups.iter().enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        let place = wait.location;
        let _ = write!(
            message,
            "{separator}{} in `{}` at {}:{}",
            describe(members, "waits", "wait"),
            wait.operation,
            place.file(),
            place.line()
        );
    }
    if !ended.is_empty() {
        let _ = write!(message, "; {}", describe(&ended, "has ended", "have ended"));
    }
    message.push_str(": all threads must reach the same operation");
    panic::at(first.location, message, first.thread)
}

/// Threads in words, with a verb: `threads 0..=3, 7 wait`.
fn describe(threads: &[u32], singular: &str, plural: &str) -> String {
    if let [thread] = threads {
        return format!("thread {thread} {singular}");
    }
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &thread in threads {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == thread => *last = thread,
            _ => ranges.push((thread, thread)),
        }
    }
    let texts: Vec<String> = ranges
        .iter()
        .map(|&(first, last)| if first == last { first.to_string() } else { format!("{first}..={last}") })
        .collect();
    format!("threads {} {plural}", texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn threads_are_named_by_ranges() {
        assert_eq!(describe(&[3], "waits", "wait"), "thread 3 waits");
        assert_eq!(describe(&[0, 1, 2, 5, 7, 8], "waits", "wait"), "threads 0..=2, 5, 7..=8 wait");
    }
}
