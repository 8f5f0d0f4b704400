//! Errors: what went wrong, where, and what to do about it.

pub use crate::waiting::{Waiting, add_waiting};

use crate::report::Report;
use std::{fmt, path::PathBuf, time::Duration};

/// The cause of an error that another library reports.
pub type Source = Box<dyn std::error::Error + Send + Sync + 'static>;

/// Everything that can go wrong between a program and its device.
///
/// `Debug` prints what `Display` does, and the causes below: what `fn main() -> Result<(), Error>` and `unwrap` show.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No CUDA driver, or no device behind it.
    #[error(
        "there is no usable CUDA driver: {reason}; install the NVIDIA driver, or run on the CPU with `Device::cpu()`"
    )]
    DriverMissing {
        /// What was looked for and not found.
        reason: String,
    },
    /// NVRTC, the compiler that turns the program's CUDA text into a kernel, was not found.
    #[error(
        "NVRTC, CUDA's run-time compiler, was not found: {reason}; install the CUDA toolkit (or the Python package `nvidia-cuda-nvrtc`) and put its library folder on the loader path"
    )]
    CompilerMissing {
        /// What was looked for and not found.
        reason: String,
    },
    /// CUDA's device runtime, which kernels that launch kernels are linked with, was not found.
    #[error(
        "CUDA's device runtime was not found: {reason}; install the CUDA toolkit (or the Python package `nvidia-cuda-runtime`), name the library in `WHIPPLE_CUDADEVRT`, or choose another `Options::scheduler`"
    )]
    DeviceRuntimeMissing {
        /// What was looked for and not found.
        reason: String,
    },
    /// A C++ compiler, which programs for the emulated device are compiled with, was not found.
    #[error(
        "a C++ compiler for the emulated device was not found: {reason}; install g++ 12 or newer, or name it in `WHIPPLE_CXX`"
    )]
    HostCompilerMissing {
        /// What was looked for and not found.
        reason: String,
    },
    /// A call of the CUDA driver failed.
    #[error("the CUDA driver refused {call}: {message} (code {code})")]
    Driver {
        /// The driver's function, as `cuMemAlloc`.
        call: &'static str,
        /// The driver's error code.
        code: i32,
        /// The driver's own words.
        message: String,
    },
    /// The fused CUDA text of a program did not compile.
    #[error("the CUDA text of the program `{program}` does not compile:\n{log}")]
    Compile {
        /// The program.
        program: String,
        /// NVRTC's messages; their file names and lines are those of the Rust source.
        log: String,
    },
    /// Code of a procedure panicked: an `assert!`, `panic!`, an index out of range, a division by zero, or threads
    /// of one task that wait for each other in different places.
    #[error(transparent)]
    DevicePanic(#[from] DevicePanic),
    /// The queues needed more memory than they may have.
    #[error(
        "the queue of `{procedure}` holds {length} work items and the queues together may use {limit_bytes} bytes{waiting}: raise `Options::queue_memory` (on a GPU also `Options::host_memory`, for tasks that wait there), or make the procedures spawn less at once"
    )]
    QueueMemory {
        /// The procedure with the longest queue.
        procedure: String,
        /// Length of that queue, in work items.
        length: u64,
        /// The limit for all queues together, in bytes: the options, or what the device has.
        limit_bytes: u64,
        /// What waited for its children then.
        waiting: Waiting,
    },
    /// The stack of a thread of a task overflowed: its local variables take more than it has.
    ///
    /// On the CPU the task is left where it was: what it held stays held. That is nothing of a body as the macros write it; of a body
    /// that serves the CPU alone (`#[device(cuda = "…")]`) it may be memory, or a lock.
    #[error("{}", StackOverflow { procedure, bytes: *bytes })]
    StackOverflow {
        /// The procedure.
        procedure: String,
        /// Bytes of a stack of its threads.
        bytes: u64,
    },
    /// The run was cancelled: [`Running::cancel`](crate::running::Running::cancel).
    #[error(
        "the run was cancelled after {} tasks in {:.3} ms{waiting}",
        report.total_tasks(),
        milliseconds(&report.total_time)
    )]
    Cancelled {
        /// What was done until then.
        report: Box<Report>,
        /// What waited for its children then.
        waiting: Waiting,
    },
    /// The run took longer than it may.
    #[error(
        "the run met its time limit of {:.3} ms after {} tasks{waiting}: raise `Options::time_limit`, or give the program less work",
        milliseconds(limit),
        report.total_tasks()
    )]
    TimeLimit {
        /// The limit.
        limit: Duration,
        /// What was done until then.
        report: Box<Report>,
        /// What waited for its children then.
        waiting: Waiting,
    },
    /// The device has too little memory.
    #[error(
        "{device} has no {bytes} bytes for {purpose}: {}, or free memory, which other processes may have, too",
        smaller(purpose)
    )]
    OutOfMemory {
        /// The device in words.
        device: String,
        /// The size that was asked for.
        bytes: u64,
        /// What it was for, as `a buffer`.
        purpose: &'static str,
    },
    /// A buffer of one device was given to another.
    #[error(
        "a buffer of {} was passed to a program on {launcher}: {}",
        other_device(buffer, launcher),
        same_device(buffer, launcher)
    )]
    WrongDevice {
        /// The device that made the buffer.
        buffer: String,
        /// The device of the launcher.
        launcher: String,
    },
    /// A program has the same memory in a buffer and in one that tasks only read.
    #[error(
        "`{read}` is a `ReadOnly` of the memory that `{written}` can write: give one of them other memory, or make both a `Buffer`"
    )]
    WrittenAndReadOnly {
        /// The field that tasks can write, as `Procedure.field`.
        written: String,
        /// The field of the [`ReadOnly`](crate::buffer::ReadOnly).
        read: String,
    },
    /// An option has a value that does not fit.
    #[error("the option `{option}` cannot be {value}: {reason}")]
    Options {
        /// The option's name.
        option: &'static str,
        /// Its value.
        value: String,
        /// Why it does not fit, and what would.
        reason: String,
    },
    /// A host access to a buffer beyond its end.
    #[error("elements {start}..{end} are outside a buffer of {length} elements")]
    OutOfBounds {
        /// First element of the access.
        start: u64,
        /// One past its last element.
        end: u64,
        /// Elements of the buffer.
        length: u64,
    },
    /// An element of a buffer that is no value of its type.
    #[error(
        "element {index} of a buffer is no value of `{of}`: device code copied it from shared memory that nothing had written, or two tasks wrote it at once; write shared memory before it is read, and an element by one task at a time"
    )]
    InvalidElement {
        /// Which one.
        index: u64,
        /// The name of its type.
        of: &'static str,
    },
    /// A buffer of more elements than device code can index.
    #[error("a buffer of {length} elements is too long: device code indexes with u32, so {} is the limit", u32::MAX)]
    TooLong {
        /// Elements that were asked for.
        length: u64,
    },
    /// A file of the kernel cache, or another file, could not be used.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The operating system refused threads or stacks for the CPU executor.
    #[error("the operating system gave the CPU executor no {what}: set `Options::workers` to a smaller number")]
    Resources {
        /// What was asked for.
        what: &'static str,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// Another failure of a back end.
    #[error("{message}")]
    Other {
        /// What went wrong and what to do.
        message: String,
        /// The cause, if another library reported it.
        source: Option<Source>,
    },
}

impl Error {
    /// An error that no other variant describes: a message, and the cause if there is one.
    pub fn other(message: impl Into<String>, source: Option<Source>) -> Self {
        Self::Other { message: message.into(), source }
    }

    /// What a run had done that was cancelled or met its time limit.
    pub fn partial_report(&self) -> Option<&Report> {
        match self {
            Self::Cancelled { report, .. } | Self::TimeLimit { report, .. } => Some(report),
            _ => None,
        }
    }

    /// The panic of device code behind this error, if it is one.
    pub fn device_panic(&self) -> Option<&DevicePanic> {
        match self {
            Self::DevicePanic(panic) => Some(panic),
            _ => None,
        }
    }
}

/// The words of `Display`, then each cause on a line of its own.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            write!(f, "\ncause: {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

/// The device of a buffer in words, told apart from the launcher's.
fn other_device(buffer: &str, launcher: &str) -> String {
    if buffer == launcher { "another device of the same description".to_owned() } else { buffer.to_owned() }
}

/// How to get a buffer and a launcher of one device.
fn same_device(buffer: &str, launcher: &str) -> &'static str {
    if buffer == launcher {
        "make both with the same `Device` value, or clones of it; each `Device::emulated()` is a device of its own"
    } else {
        "make the buffer with the launcher's device"
    }
}

fn milliseconds(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The words for a stack that overflowed.
pub(crate) struct StackOverflow<'a> {
    pub(crate) procedure: &'a str,
    pub(crate) bytes: u64,
}

impl fmt::Display for StackOverflow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { procedure, bytes } = self;
        write!(
            f,
            "the stack of a thread of `{procedure}` overflowed: it has {bytes} bytes; set `Options::thread_stack` to more, or make the local arrays smaller"
        )
    }
}

/// What memory for records of joins is for.
#[doc(hidden)] // For the back ends.
pub const JOIN_RECORDS: &str = "the records of tasks that wait for others";

/// What may take less memory, where there is not enough for this.
fn smaller(purpose: &str) -> &'static str {
    match purpose {
        JOIN_RECORDS => "set `Options::join_memory` to less",
        _ => "use smaller buffers",
    }
}

/// What a thread panics with that has finished or forked and does so again.
#[doc(hidden)] // For the back ends.
pub const ENDED_TWICE: &str = "a task finishes, forks or opens a join once: it has done so already";

/// What a thread panics with whose task has an output and gave none.
#[doc(hidden)] // For the back ends.
pub const NEVER_ENDED: &str = "a task of a procedure with `type Output` ends with `ctx.finish(…)`, `ctx.finish_with(…)`, `ctx.finish_with_sum(…)`, `ctx.fork(…).then(…)` or `ctx.join(…)`, and the first thread of this one did none of these";

/// What a thread panics with that forks where no memory is left.
#[doc(hidden)] // For the back ends.
pub const NO_JOIN_MEMORY: &str =
    "the tasks that wait for others have no memory left: raise `Options::join_memory`, or fork less at once";

/// What a thread panics with that forks a child for which its join has no place.
#[doc(hidden)] // For the back ends.
pub const TOO_MANY_CHILDREN: &str =
    "a join has more children than its `Several` has places: let it have more, or add the outputs up by `Total`";

/// What a thread panics with that counts down for a task whose predecessors have all been counted.
#[doc(hidden)] // For the back ends.
pub const COUNTED_OUT: &str =
    "`spawn_after` found its counter at 0: it must say how many tasks call it, and be set anew before the next run";

/// What a [`DevicePanic`] says of a body that spawns more than its procedure allows.
#[doc(hidden)] // For the back ends.
pub const TOO_MANY_SPAWNS: &str =
    "a thread spawned more tasks than `max_spawns` allows: raise it in `#[procedure(max_spawns = …)]`";

/// A panic in the code of a procedure: what the body said, and where.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error("{file}:{line}: `{procedure}` panicked in {}{waiting}: {message}", self.place())]
pub struct DevicePanic {
    /// The procedure.
    pub procedure: String,
    /// The Rust file, as rustc names it.
    pub file: String,
    /// The line in it.
    pub line: u32,
    /// The message of the `panic!`, `assert!` or check.
    pub message: String,
    /// The thread within the task.
    pub thread: u32,
    /// Which task: how many tasks of this procedure the worker had begun before it. Under `Options::replay` that is
    /// the same in each run.
    pub task: Option<u64>,
    /// What waited for its children when the run stopped.
    pub waiting: Waiting,
}

impl DevicePanic {
    fn place(&self) -> String {
        match self.task {
            Some(task) => format!("thread {} of task {task}", self.thread),
            None => format!("thread {}", self.thread),
        }
    }
}
