//! Options of a launch: scheduler, policy, floating point, memory, what is measured.

use crate::{
    error::Error,
    plan::{Plan, PlannedPolicy, check_block_threads},
    program::ProcedureInfo,
};
use std::{fmt, str::FromStr, time::Duration};

/// An option that is one of several: a table of what each means, the variant, the name in words, after the name of the option.
macro_rules! one_of {
    (
        $(#[$about:meta])*
        $kind:ident, $option:literal:
        $($(#[$attribute:meta])* $variant:ident = $name:literal),* $(,)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[non_exhaustive]
        pub enum $kind {
            $($(#[$attribute])* $variant),*
        }

        impl $kind {
            /// Every one of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in words.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $kind {
            type Err = Error;

            fn from_str(name: &str) -> Result<Self, Error> {
                Self::ALL.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| {
                    let known: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
                    let reason = format!("choose one of {}", known.join(", "));
                    Error::Options { option: $option, value: name.to_owned(), reason }
                })
            }
        }
    };
}

one_of! {
    /// How the tasks of a program get their time on a GPU (Steinberger et al. 2014, sections 4 and 5). The CPU executor
    /// has one scheduler and ignores this. Written and read in words, as `time-sliced`.
    Scheduler, "scheduler":
    /// One kernel whose worker blocks live as long as the program and keep their newest tasks in shared memory.
    #[default]
    Megakernel = "megakernel",
    /// The same without local queues: each task goes through a queue in global memory.
    MegakernelGlobal = "megakernel-global",
    /// One kernel for each procedure, launched by the host, which reads the lengths of the queues in between; procedures that
    /// have work at the same time run in streams of their own.
    TimeSliced = "time-sliced",
    /// The same kernels in a CUDA graph that repeats itself, without the host, until the queues are empty.
    TimeSlicedGraph = "time-sliced-graph",
    /// The same kernels, launched by a controller kernel on the device. Needs `libcudadevrt` from the CUDA toolkit.
    DynamicParallelism = "dynamic-parallelism",
    /// The first run with a number of initial tasks and with scalar parameters measures short runs under the others, with several worker-block
    /// sizes and splits of the local queues, takes the fastest, and keeps the choice on disk for the next time. Each run is held against what was
    /// measured. Where it is other work, the next one like it measures anew.
    ///
    /// The runs that only measure do what the program does; then the program's buffers get their contents back, so that they
    /// are as after one run. They need as much memory again for that, and what others write to them meanwhile is lost. A
    /// [time limit](Options::time_limit) counts the measuring too.
    /// [`Report::choice`](crate::report::Report::choice) says what was chosen and why.
    Auto = "auto",
}

// On a GPU a policy is the class of the variant's name in whipple-cuda/device/policy/.
one_of! {
    /// Which procedure a worker turns to next (Steinberger et al. 2014, section 4.3). Written and read in words, as
    /// `round-robin`.
    Policy, "policy":
    /// The policy that the program's plan chose from its spawn graph and priorities.
    #[default]
    Plan = "plan",
    /// The procedure of the highest priority that has work. Without `#[schedule(priority = …)]`, later fields of the
    /// program count as higher, so that a pipeline drains from its back. Under the megakernel initial tasks wait while its global
    /// queues have tasks of a higher priority, and a task of one thread that spawns nothing runs where it is spawned, if it comes before
    /// the task that spawns it and a task has about one for each of its threads.
    FixedPriority = "priority",
    /// The procedure of the lowest priority that has work (the earliest of a pipeline), as long as the worker's own queues hold what it
    /// spawns; full queues come before it. So later procedures run in rounds as large as the queues allow. On a GPU initial tasks come
    /// first where tasks may spawn more than a round's worth; under the megakernel, while many of its workers have nothing to do, tasks that
    /// lead only to tasks without children then wait for those that lead to more.
    FillFirst = "fill",
    /// The procedures in turn.
    RoundRobin = "round-robin",
    /// The procedure with the most waiting threads.
    FullestFirst = "fullest",
    /// A procedure at random, in proportion to the weights: `#[schedule(weight = …)]`, 1 where it is not given.
    Random = "random",
    /// The procedure that is furthest behind its share of the execution time. The shares are in proportion to the weights and
    /// may be changed while the program runs.
    Quota = "quota",
}

impl Policy {
    /// Whether the policy asks for the weights of the procedures.
    #[doc(hidden)] // For the back ends.
    pub fn is_weighted(self) -> bool {
        matches!(self, Self::Random | Self::Quota)
    }

    /// The policy itself, or the one that the plan chose.
    #[doc(hidden)] // For the back ends.
    pub fn resolve(self, plan: &Plan) -> Self {
        match (self, plan.policy) {
            (Self::Plan, PlannedPolicy::Given) => Self::FixedPriority,
            (Self::Plan, PlannedPolicy::FillFirst) => Self::FillFirst,
            (Self::Plan, PlannedPolicy::FullestFirst) => Self::FullestFirst,
            (policy, _) => policy,
        }
    }
}

one_of! {
    /// Which tasks of a procedure a worker takes first. Written and read in words, as `oldest`. [`Policy`] says which procedure comes first.
    Order, "order":
    /// The newest, many at once: queues stay short, and what tasks read is likely to be in caches.
    #[default]
    Newest = "newest",
    /// The oldest: first in, first out. For searches that correct their results, where a task that runs too early makes others run again, and
    /// for tasks that go on step by step together. Queues become as long as a generation of tasks is large.
    ///
    /// Each worker of the CPU has a queue, and several blocks of a GPU run tasks at the same time. So a task may run before one that is a
    /// little older. On a GPU, tasks go through queues in global memory, as under [`Scheduler::MegakernelGlobal`], which
    /// [`Scheduler::Megakernel`] and [`Scheduler::Auto`] then are. Where [`Options::queue_memory`] gets scarce, the CPU takes newer tasks.
    Oldest = "oldest",
}

one_of! {
    /// How floating-point arithmetic is compiled for the device. Written and read in words, as `exact`.
    FloatingPoint, "floating_point":
    /// As [`Fast`](Self::Fast), and of `f32` quotients and square roots are within two units in the last place, quotients whose divisor is
    /// above 2^126 are 0, and numbers below 2^-126 count as 0. For pictures and the like: quotients and roots take few instructions, and
    /// none that only rare numbers need.
    ///
    /// A quotient that is a whole number may come out just below it, and a cast to an integer cuts that off: `(x.abs() / x) as i32` may be
    /// 0, and `(6.0 / 3.0) as u32` may be 1. Write what is meant, as `(x.abs() / x).round() as i32`, or `(a / b + 0.5).floor() as u32`.
    /// Where a quotient of `f32` is cast as it is, the compiler says so; `#[allow(deprecated)]` on the function silences it.
    Approximate = "approximate",
    /// As CUDA does by default: `a * b + c` may become one instruction with one rounding.
    #[default]
    Fast = "fast",
    /// Each operation is rounded by itself, so that `+ - * /` and `sqrt` give the same bits on the CPU and the GPU.
    Exact = "exact",
}

/// How a program is prepared and run. Made with [`Options::new`] and the methods named after the fields:
///
/// ```
/// # use whipple_runtime as whipple;
/// use whipple::options::{Options, Policy};
///
/// let options = Options::new().policy(Policy::RoundRobin).workers(1);
/// assert_eq!(options.workers, Some(1));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How the tasks get their time on a GPU.
    pub scheduler: Scheduler,
    /// Which procedure a worker turns to next.
    pub policy: Policy,
    /// Which tasks of a procedure a worker takes first.
    pub order: Order,
    /// How floating-point arithmetic is compiled for the device. The CPU is always exact.
    pub floating_point: FloatingPoint,
    /// Whether the GPU checks the indices of buffers, arrays and shared arrays. The CPU always does.
    pub bounds_checks: bool,
    /// The most memory that all queues together may use, in bytes; `None` leaves the limit to the device.
    ///
    /// [`Scheduler::Megakernel`] moves tasks that have no room to host memory, up to [`host_memory`](Self#structfield.host_memory), and brings them
    /// back. The CPU and the other schedulers,
    /// [`Scheduler::MegakernelGlobal`] among them, do not: a run that needs more ends with [`Error::QueueMemory`].
    pub queue_memory: Option<usize>,
    /// The most memory of the host, in bytes, that tasks may take which have no room in the queues of [`Scheduler::Megakernel`]; `None` for half
    /// of what the host has left when they first take some. A run that needs more ends with [`Error::QueueMemory`]: so does one that spawns
    /// without end, before the host has no memory left.
    pub host_memory: Option<usize>,
    /// Memory for tasks that wait for their children ([`Context::fork`](crate::context::Context::fork)), in bytes: 256 MiB if it is not said. A
    /// GPU takes it at the start for programs that fork, the CPU as it is needed. A run that needs more ends with a panic that says so.
    pub join_memory: usize,
    /// Whether a thread runs the children of its task itself, one after another, as long as others have work; `None` for yes on the CPU, and no on
    /// a GPU. It does so with tasks of one thread that [`Context::fork`](crate::context::Context::fork) makes.
    ///
    /// On a GPU, [`Scheduler::Megakernel`] alone does so, with procedures whose tasks all have an output, and create other tasks by forks alone.
    /// Half of [`join_memory`](Self#structfield.join_memory) is for what then waits. Worth it where most tasks take less than a microsecond.
    /// [`Scheduler::Auto`] tries it with such programs. The CPU does not do so for runs that are replayed, that write a trace, or whose report has
    /// [`statistics`](Self#structfield.statistics), nor in the [`order`](Self#structfield.order) of the oldest.
    pub depth_first: Option<bool>,
    /// Memory that the GPU's queues start with, in bytes; `None` for the back end's choice. A run that needs more is
    /// suspended while they grow.
    pub initial_queue_memory: Option<usize>,
    /// Threads of a worker block on the GPU; `None` for the plan's choice, or fewer where the local queues of such a block do not fit.
    pub block_threads: Option<u32>,
    /// Threads of the CPU executor; `None` for as many as the machine runs at once.
    pub workers: Option<usize>,
    /// A seed: the CPU executor runs on one thread and picks each next task with a generator started from it, so that
    /// the same seed gives the same schedule.
    pub replay: Option<u64>,
    /// Stack of each thread of a level-0 or level-1 task on the CPU, in bytes. Large local arrays may need more than the 256 KiB of the
    /// default. A stack that overflows ends the run with [`Error::StackOverflow`].
    ///
    /// Level-2 tasks have 8 MiB, or as much as this says (or `RUST_MIN_STACK`) where that is more. Stacks are address space that takes
    /// memory where it is used.
    ///
    /// On a GPU the local memory of a thread is at most 512 KiB, whatever this says.
    pub thread_stack: usize,
    /// Whether the report has what costs something to measure: time per procedure, idle time, transfers between queues. On a
    /// GPU, [`Scheduler::Megakernel`] alone measures.
    pub statistics: bool,
    /// Whether a run on a GPU counts its tasks while it goes on, for
    /// [`Running::progress`](crate::running::Running::progress), under [`Scheduler::Megakernel`]: costs about one part in a
    /// hundred. The CPU always counts, and so does [`Scheduler::TimeSliced`].
    pub progress: bool,
    /// Whether the report has a [trace](crate::trace::Trace): when and where each unit of tasks ran. On a GPU,
    /// [`Scheduler::Megakernel`] alone writes one.
    pub trace: bool,
    /// Whether tasks print, by `println!` and its relatives; `true` if it is not said. Without, they still evaluate what is printed.
    ///
    /// On a GPU a buffer of 4 MiB takes what tasks print, and the host prints it while the run goes on. What has no room is dropped, and
    /// [`Report::dropped_lines`](crate::report::Report::dropped_lines) counts it. Programs that print nothing have no buffer.
    pub printing: bool,
    /// The most time that a run may take; `None` for no limit. A task that has begun is not interrupted, and a run without tasks meets no
    /// limit.
    pub time_limit: Option<Duration>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scheduler: Scheduler::default(),
            policy: Policy::default(),
            order: Order::default(),
            floating_point: FloatingPoint::default(),
            bounds_checks: true,
            queue_memory: None,
            host_memory: None,
            join_memory: 256 << 20,
            depth_first: None,
            initial_queue_memory: None,
            block_threads: None,
            workers: None,
            replay: None,
            thread_stack: 256 << 10,
            statistics: false,
            progress: false,
            trace: false,
            printing: true,
            time_limit: None,
        }
    }
}

/// The most workers that the CPU executor starts.
pub(crate) const MAX_WORKERS: usize = 1024;

/// Stack of a worker thread at least, in bytes: as a main thread usually has.
const WORKER_STACK: usize = 8 << 20;

impl Options {
    /// The default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks what does not depend on the device, also what only another one reads: each back end calls it, so that a mistake does not
    /// wait for that one to be used.
    ///
    /// # Errors
    /// [`Error::Options`] that says what fits.
    #[doc(hidden)] // For the back ends.
    pub fn check(&self, procedures: &[ProcedureInfo]) -> Result<(), Error> {
        let refuse = |option: &'static str, value: usize, reason: &str| {
            Err(Error::Options { option, value: value.to_string(), reason: reason.to_owned() })
        };
        match (self.workers, self.replay) {
            (Some(0), _) => return refuse("workers", 0, "the executor needs at least one"),
            (Some(count), _) if count > MAX_WORKERS => {
                return refuse("workers", count, "1024 is the most; one for each core is the default");
            }
            (Some(count), Some(_)) if count > 1 => {
                return refuse("workers", count, "a replayed schedule has one worker: leave it out");
            }
            _ => {}
        }
        if !(16 << 10..=1 << 30).contains(&self.thread_stack) {
            return refuse("thread_stack", self.thread_stack, "a thread of a task needs 16 KiB to 1 GiB");
        }
        self.check_order()?;
        self.block_threads.map_or(Ok(()), |threads| check_block_threads(threads, procedures))
    }

    /// Checks that nothing else says which tasks come first.
    fn check_order(&self) -> Result<(), Error> {
        let reason = match self.scheduler {
            _ if self.order == Order::Newest => return Ok(()),
            Scheduler::TimeSliced | Scheduler::TimeSlicedGraph | Scheduler::DynamicParallelism => {
                "this scheduler runs what waits all together: choose megakernel-global, or leave the scheduler out"
            }
            _ if self.depth_first == Some(true) => {
                "`depth_first` runs children before what waits: leave one of the two out"
            }
            _ if self.replay.is_some() => "a replayed schedule picks each task by itself: leave `replay` out",
            _ => return Ok(()),
        };
        Err(Error::Options { option: "order", value: self.order.to_string(), reason: reason.to_owned() })
    }

    /// The scheduler of a GPU that has the order.
    #[doc(hidden)] // For the back ends.
    pub fn gpu_scheduler(&self) -> Scheduler {
        match (self.order, self.scheduler) {
            (Order::Oldest, Scheduler::Megakernel | Scheduler::Auto) => Scheduler::MegakernelGlobal,
            (_, scheduler) => scheduler,
        }
    }

    /// Whether the CPU runs children in the place of their parents.
    pub(crate) fn runs_in_place(&self) -> bool {
        let is_observed = self.replay.is_some() || self.trace || self.statistics;
        self.depth_first != Some(false) && self.order == Order::Newest && !is_observed
    }

    /// Whether threads of a GPU run the children of their tasks.
    #[doc(hidden)] // For back ends.
    pub fn dives(&self) -> bool {
        self.depth_first == Some(true)
    }

    /// Stack of the threads that run workers, in bytes.
    pub(crate) fn worker_stack(&self) -> usize {
        // What threads have that name no size.
        let usual = std::env::var("RUST_MIN_STACK").ok().and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
        self.thread_stack.max(WORKER_STACK).max(usual)
    }

    /// Sets [`scheduler`](Self#structfield.scheduler).
    pub fn scheduler(self, scheduler: Scheduler) -> Self {
        Self { scheduler, ..self }
    }

    /// Sets [`policy`](Self#structfield.policy).
    pub fn policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// Sets [`order`](Self#structfield.order).
    pub fn order(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Sets [`floating_point`](Self#structfield.floating_point).
    pub fn floating_point(self, floating_point: FloatingPoint) -> Self {
        Self { floating_point, ..self }
    }

    /// Sets [`bounds_checks`](Self#structfield.bounds_checks).
    pub fn bounds_checks(self, bounds_checks: bool) -> Self {
        Self { bounds_checks, ..self }
    }

    /// Sets [`queue_memory`](Self#structfield.queue_memory), in bytes.
    pub fn queue_memory(self, bytes: usize) -> Self {
        Self { queue_memory: Some(bytes), ..self }
    }

    /// Sets [`host_memory`](Self#structfield.host_memory), in bytes.
    pub fn host_memory(self, bytes: usize) -> Self {
        Self { host_memory: Some(bytes), ..self }
    }

    /// Sets [`join_memory`](Self#structfield.join_memory), in bytes.
    pub fn join_memory(self, bytes: usize) -> Self {
        Self { join_memory: bytes, ..self }
    }

    /// Sets [`depth_first`](Self#structfield.depth_first).
    pub fn depth_first(self, depth_first: bool) -> Self {
        Self { depth_first: Some(depth_first), ..self }
    }

    /// Sets [`initial_queue_memory`](Self#structfield.initial_queue_memory), in bytes.
    pub fn initial_queue_memory(self, bytes: usize) -> Self {
        Self { initial_queue_memory: Some(bytes), ..self }
    }

    /// Sets [`block_threads`](Self#structfield.block_threads).
    pub fn block_threads(self, threads: u32) -> Self {
        Self { block_threads: Some(threads), ..self }
    }

    /// Sets [`workers`](Self#structfield.workers).
    pub fn workers(self, workers: usize) -> Self {
        Self { workers: Some(workers), ..self }
    }

    /// Sets [`replay`](Self#structfield.replay).
    pub fn replay(self, seed: u64) -> Self {
        Self { replay: Some(seed), ..self }
    }

    /// Sets [`thread_stack`](Self#structfield.thread_stack), in bytes.
    pub fn thread_stack(self, bytes: usize) -> Self {
        Self { thread_stack: bytes, ..self }
    }

    /// Sets [`statistics`](Self#structfield.statistics).
    pub fn statistics(self, statistics: bool) -> Self {
        Self { statistics, ..self }
    }

    /// Sets [`progress`](Self#structfield.progress).
    pub fn progress(self, progress: bool) -> Self {
        Self { progress, ..self }
    }

    /// Sets [`trace`](Self#structfield.trace).
    pub fn trace(self, trace: bool) -> Self {
        Self { trace, ..self }
    }

    /// Sets [`printing`](Self#structfield.printing).
    pub fn printing(self, printing: bool) -> Self {
        Self { printing, ..self }
    }

    /// Sets [`time_limit`](Self#structfield.time_limit).
    pub fn time_limit(self, limit: Duration) -> Self {
        Self { time_limit: Some(limit), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedulers_are_read_by_their_names() {
        for &scheduler in Scheduler::ALL {
            assert_eq!(scheduler.to_string().parse::<Scheduler>().ok(), Some(scheduler));
        }
        let error = "megakernels".parse::<Scheduler>().unwrap_err().to_string();
        assert!(error.contains("`scheduler` cannot be megakernels: choose one of megakernel, "), "{error}");
    }

    #[test]
    fn kinds_of_floating_point_are_read_by_their_names() {
        for &kind in FloatingPoint::ALL {
            assert_eq!(kind.to_string().parse::<FloatingPoint>().ok(), Some(kind));
        }
        let error = "quick".parse::<FloatingPoint>().unwrap_err().to_string();
        assert!(error.contains("`floating_point` cannot be quick: choose one of approximate, fast, exact"), "{error}");
    }
}
