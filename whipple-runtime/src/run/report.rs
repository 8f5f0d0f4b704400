//! What a run did: tasks and time per procedure, queue lengths, rounds.

mod limit;

pub use crate::choice::{Choice, Origin, Outcome, Trial};

use crate::{
    error::Error,
    join::TaskOutput,
    outputs::Outputs,
    procedure::{Execute, Procedure},
    program::ProcedureInfo,
    source::{Item, ItemRef},
    trace::Trace,
};
use limit::Limit;
use std::{fmt, time::Duration};

/// What a run did. Prints on one screen how long it took, how busy the workers were, what limited it, and a table of the procedures.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The device in words.
    pub device: String,
    /// What was done of each procedure, in the program's field order.
    pub procedures: Vec<ProcedureReport>,
    /// From the call to its return, on the host's clock.
    pub total_time: Duration,
    /// From the seeded queues to the last task, on the device's clock; `None` where the device has none of its own.
    pub device_time: Option<Duration>,
    /// Workers: worker blocks on a GPU, threads on the CPU.
    pub workers: u32,
    /// Threads of a worker block; 1 on the CPU.
    pub block_threads: u32,
    /// Rounds over all workers: each time that a worker chose what to run next.
    pub rounds: u64,
    /// How often the run was suspended because the queues had no room for what the tasks could spawn.
    pub suspensions: u64,
    /// Bytes of work items that went to host memory and back in suspensions.
    pub swapped_bytes: u64,
    /// Chunks of work items that went from one worker to others.
    pub chunks: u64,
    /// The most memory that the queues used, in bytes.
    pub queue_bytes: u64,
    /// Memory for tasks that wait for their children, in bytes: what this run has used of it.
    pub join_bytes: u64,
    /// Calls of `println!` and its relatives whose text is lost: a GPU's buffer had no room for it. The CPU loses none.
    pub dropped_lines: u64,
    /// The most chunks of queue memory that were in use at once, on a GPU, with
    /// [`Options::statistics`](crate::options::Options::statistics).
    pub chunks_in_use: Option<u64>,
    /// The part of the workers' time that was in tasks, 0 to 1: of the threads on the CPU; of the warps on a GPU, with
    /// [`Options::statistics`](crate::options::Options::statistics).
    pub utilisation: Option<f64>,
    /// From the end of the last task of the first worker that had no more, to the end of the last task of all, on the CPU.
    pub tail_time: Option<Duration>,
    /// Time that workers starved: summed over the warps on a GPU, over the threads on the CPU. With
    /// [`Options::statistics`](crate::options::Options::statistics).
    pub idle_time: Option<Duration>,
    /// What happened when, with [`Options::trace`](crate::options::Options::trace).
    pub trace: Option<Trace>,
    /// How [`Scheduler::Auto`](crate::options::Scheduler::Auto) came to the scheduler of this run; `None` under the others.
    pub choice: Option<Choice>,
    /// Those of the initial tasks; `None` before the run has ended.
    pub(crate) outputs: Option<Outputs>,
}

/// What was done of one procedure.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ProcedureReport {
    /// The Rust name.
    pub name: &'static str,
    /// Tasks that ran.
    pub tasks: u64,
    /// The longest that a worker's own queue was, in work items, of the worker that had most: a worker block on a GPU, a thread on the
    /// CPU. All queues together may have held more.
    pub longest_queue: Option<u64>,
    /// Time in its tasks, summed over the warps on a GPU, over the threads on the CPU. With
    /// [`Options::statistics`](crate::options::Options::statistics), as the next two.
    pub time: Option<Duration>,
    /// Work items that tasks put into the queue of their own worker.
    pub local_transfers: Option<u64>,
    /// Work items that went to queues which all workers share, or to another worker. Items that move again count again.
    pub global_transfers: Option<u64>,
    /// Address of the procedure's [`Item`]: its identity.
    structure: usize,
}

impl Report {
    /// A report of no work on `device`, with a line for each procedure.
    #[doc(hidden)] // For the back ends.
    pub fn new(device: String, procedures: &[ProcedureInfo]) -> Self {
        let procedures = procedures
            .iter()
            .map(|info| ProcedureReport { name: info.name, structure: address(info.structure), ..Default::default() })
            .collect();
        Self { device, procedures, workers: 1, block_threads: 1, ..Default::default() }
    }

    /// What was done of `P`; `None` when `P` is not in the program.
    pub fn procedure<P: Procedure>(&self) -> Option<&ProcedureReport> {
        self.procedures.iter().find(|report| report.structure == address(P::STRUCT))
    }

    /// Tasks of `P` that ran; 0 when `P` is not in the program.
    pub fn tasks<P: Procedure>(&self) -> u64 {
        self.procedure::<P>().map_or(0, |report| report.tasks)
    }

    /// Tasks of the procedure with this Rust name; 0 when there is none.
    pub fn tasks_of(&self, name: &str) -> u64 {
        self.procedures.iter().filter(|report| report.name == name).map(|report| report.tasks).sum()
    }

    /// The outputs of the initial tasks of `P`, in the order in which [`Launcher::seed`](crate::launcher::Launcher::seed) was given them:
    /// what the tasks, or the continuations that they forked for, have [finished](crate::context::Context::finish) with. None when `P` is
    /// not in the program.
    ///
    /// # Errors
    /// [`Error::Other`] when a device wrote what is no value.
    pub fn outputs<P: Execute<Output: TaskOutput>>(&self) -> Result<Vec<P::Output>, Error> {
        self.outputs.as_ref().map_or(Ok(Vec::new()), Outputs::of::<P>)
    }

    /// Tasks of all procedures.
    pub fn total_tasks(&self) -> u64 {
        self.procedures.iter().map(|report| report.tasks).sum()
    }
}

/// The address of an item, which no other item shares.
pub(crate) fn address(item: ItemRef) -> usize {
    std::ptr::from_ref::<Item>(item.get()).addr()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_summary(f)?;
        self.write_table(f)?;
        self.write_details(f)?;
        self.choice.as_ref().map_or(Ok(()), |choice| write!(f, "\n  {choice}"))
    }
}

impl Report {
    /// How long, how busy, and why not faster.
    fn write_summary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tasks = self.total_tasks();
        write!(f, "{}: {} tasks in {}", self.device, grouped(tasks), milliseconds(self.total_time))?;
        if let Some(time) = self.device_time {
            write!(f, " ({} on the device)", milliseconds(time))?;
        }
        let seconds = self.device_time.unwrap_or(self.total_time).as_secs_f64();
        if tasks > 0 && seconds > 0.0 {
            write!(f, ", {} a second", rounded(tasks as f64 / seconds))?;
        }
        match self.workers {
            1 => write!(f, "\n  busy: 1 worker")?,
            workers => write!(f, "\n  busy: {} workers", grouped(workers.into()))?,
        }
        if self.block_threads > 1 {
            write!(f, " of {} threads", self.block_threads)?;
        }
        match self.utilisation {
            Some(part) => {
                let whose = if self.workers == 1 { "its" } else { "their" };
                write!(f, " for {:.0} % of {whose} time", 100.0 * part)?;
            }
            None => write!(f, ", for how long was not measured")?,
        }
        if let Some(time) = self.idle_time {
            write!(f, ", {} starving in all", milliseconds(time))?;
        }
        writeln!(f, "\n  limited by: {}", Limit::of(self))
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<[String; 6]> = self.procedures.iter().map(ProcedureReport::cells).collect();
        let header = ["procedure", "tasks", "time", "local", "global", "longest queue"].map(String::from);
        let width =
            |column: usize| rows.iter().chain([&header]).map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 6] = std::array::from_fn(width);
        // Columns that nobody measured would be empty.
        let shown: [bool; 6] =
            std::array::from_fn(|column| column < 2 || rows.iter().any(|row| row[column] != UNMEASURED));
        for row in [&header].into_iter().chain(&rows) {
            write!(f, "  {:<1$}", row[0], widths[0])?;
            for column in (1..6).filter(|column| shown[*column]) {
                write!(f, "  {:>1$}", row[column], widths[column])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_details(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {} rounds, {} chunks moved", grouped(self.rounds), grouped(self.chunks))?;
        write!(f, ", {} KiB of queues, {} suspensions", grouped(self.queue_bytes.div_ceil(1024)), self.suspensions)?;
        if self.workers > 1 && self.procedures.iter().any(|procedure| procedure.longest_queue.is_some()) {
            write!(f, ", longest queues of one worker")?;
        }
        if self.swapped_bytes > 0 {
            write!(f, ", {} KiB swapped", grouped(self.swapped_bytes.div_ceil(1024)))?;
        }
        if let Some(chunks) = self.chunks_in_use {
            write!(f, ", {} chunks in use at most", grouped(chunks))?;
        }
        if self.dropped_lines > 0 {
            write!(f, ", {} lines that had no room to be printed", grouped(self.dropped_lines))?;
        }
        if let Some(trace) = &self.trace {
            write!(f, ", {} events traced", grouped(trace.events.len() as u64))?;
            if trace.dropped > 0 {
                write!(f, " ({} dropped)", grouped(trace.dropped))?;
            }
        }
        Ok(())
    }
}

/// What the table shows for a value that was not measured.
const UNMEASURED: &str = "-";

impl ProcedureReport {
    fn cells(&self) -> [String; 6] {
        let blank = || String::from(UNMEASURED);
        [
            self.name.to_owned(),
            grouped(self.tasks),
            self.time.map_or_else(blank, milliseconds),
            self.local_transfers.map_or_else(blank, grouped),
            self.global_transfers.map_or_else(blank, grouped),
            self.longest_queue.map_or_else(blank, grouped),
        ]
    }
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// A number to three digits, as `42.5 million`.
fn rounded(number: f64) -> String {
    let (number, unit) = match number {
        1e9.. => (number / 1e9, " billion"),
        1e6.. => (number / 1e6, " million"),
        _ => return grouped(number.round() as u64),
    };
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$}{unit}")
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(["0", "999", "1,000", "1,234,567"].map(String::from), [0, 999, 1000, 1_234_567].map(grouped));
    }

    #[test]
    fn rates_have_three_digits() {
        let rates = [0.4, 999.0, 123_456.0, 4.2e6, 42.55e6, 425.0e6, 1.5e9];
        assert_eq!(
            rates.map(rounded),
            ["0", "999", "123,456", "4.20 million", "42.5 million", "425 million", "1.50 billion"].map(String::from)
        );
    }

    #[test]
    fn prints_a_table() {
        let mut report = Report::new("a device".into(), &[]);
        report.procedures.push(ProcedureReport { name: "Split", tasks: 1500, ..Default::default() });
        report.total_time = Duration::from_micros(1500);
        let text = report.to_string();
        let words = "a device: 1,500 tasks in 1.500 ms, 1.00 million a second
  busy: 1 worker, for how long was not measured
  limited by: not measured (under the megakernel `Options::statistics` tells)
  procedure  tasks
  Split      1,500
  0 rounds, 0 chunks moved, 0 KiB of queues, 0 suspensions";
        assert_eq!(text, words);
        report.procedures[0].local_transfers = Some(12);
        (report.workers, report.utilisation, report.procedures[0].longest_queue) = (3, Some(0.5), Some(7));
        let text = report.to_string();
        assert!(text.contains("\n  busy: 3 workers for 50 % of their time\n"), "{text}");
        let table = "  procedure  tasks  local  longest queue\n  Split      1,500     12              7\n";
        assert!(text.contains(table), "{text}");
        assert!(text.ends_with(", 0 suspensions, longest queues of one worker"), "{text}");
    }
}
