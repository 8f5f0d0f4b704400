//! Traces: when each unit of tasks ran and where, and how long the queues were meanwhile.
//!
//! Steinberger et al. 2014, figures 8 and 9.

use crate::program::ProcedureInfo;
use std::{
    io::{self, Write},
    time::Duration,
};

/// What happened in a run, in order. Times count from its begin.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Trace {
    /// Rust names of the procedures, in the program's field order.
    pub procedures: Vec<&'static str>,
    /// Units of tasks, by the time of their begin.
    pub events: Vec<Event>,
    /// Changes of the queues, by time.
    pub changes: Vec<Change>,
    /// Events and changes that found no room and are missing.
    pub dropped: u64,
}

/// Tasks of one procedure that ran together: those of a warp in one round, or one level-1 task, on a GPU; a batch of a
/// worker on the CPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Index of the procedure in the program.
    pub procedure: u32,
    /// The worker block on a GPU, the worker on the CPU.
    pub worker: u32,
    /// The warp of the block, the first one for a task of several; 0 on the CPU.
    pub warp: u32,
    /// How many tasks.
    pub tasks: u32,
    /// When they began.
    pub start: Duration,
    /// When the last of them ended.
    pub end: Duration,
}

/// How a worker changed the number of work items of one procedure since it last told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Index of the procedure in the program.
    pub procedure: u32,
    /// Until when.
    pub time: Duration,
    /// Items that were spawned, or were there at the begin.
    pub added: u64,
    /// Items that were taken to run.
    pub taken: u64,
}

/// Lengths of queues over time.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct QueueLengths {
    /// The times of the points, rising.
    pub times: Vec<Duration>,
    /// For each procedure, by its index in the program: the length at each of the times, in work items.
    pub lengths: Vec<Vec<u64>>,
}

impl Trace {
    /// A trace of nothing.
    #[doc(hidden)] // For the back ends.
    pub fn new(procedures: &[ProcedureInfo]) -> Self {
        Self { procedures: procedures.iter().map(|info| info.name).collect(), ..Self::default() }
    }

    /// Orders what workers told one after the other by time.
    #[doc(hidden)] // For the back ends.
    pub fn sort(&mut self) {
        self.events.sort_by_key(|event| (event.start, event.worker, event.warp));
        self.changes.sort_by_key(|change| change.time);
    }

    /// How many work items of each procedure waited, over time, in all queues together.
    ///
    /// On a GPU a worker tells the changes of several microseconds at once, so that a point is as exact as that.
    pub fn queue_lengths(&self) -> QueueLengths {
        let mut lengths = vec![0_i64; self.procedures.len()];
        let mut series = QueueLengths { times: Vec::new(), lengths: vec![Vec::new(); lengths.len()] };
        for changes in self.changes.chunk_by(|a, b| a.time == b.time) {
            for change in changes {
                if let Some(length) = lengths.get_mut(change.procedure as usize) {
                    *length += change.added as i64 - change.taken as i64;
                }
            }
            series.times.push(changes[0].time);
            for (points, length) in series.lengths.iter_mut().zip(&lengths) {
                // An item may be taken by one worker before the one that spawned it has told.
                points.push((*length).max(0) as u64);
            }
        }
        series
    }

    /// Writes the trace as Chrome's JSON, which <https://ui.perfetto.dev> and `chrome://tracing` show: a process for each
    /// worker with a row for each warp, and the queue lengths as counters.
    ///
    /// # Errors
    /// What the writer meets.
    pub fn write_chrome(&self, mut out: impl Write) -> io::Result<()> {
        write!(
            out,
            "{{\"displayTimeUnit\": \"ns\", \"otherData\": {{\"dropped\": {}}}, \"traceEvents\": [",
            self.dropped
        )?;
        let mut separator = "\n";
        let mut workers: Vec<u32> = self.events.iter().map(|event| event.worker).collect();
        workers.sort_unstable();
        workers.dedup();
        for worker in workers {
            write!(
                out,
                "{separator}{{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": {worker}, \"args\": {{\"name\": \"worker {worker}\"}}}}"
            )?;
            separator = ",\n";
        }
        for event in &self.events {
            let (start, time) = (Microseconds(event.start), Microseconds(event.end.saturating_sub(event.start)));
            let (name, Event { worker, warp, tasks, .. }) = (self.name(event.procedure), event);
            write!(
                out,
                "{separator}{{\"ph\": \"X\", \"name\": {name}, \"pid\": {worker}, \"tid\": {warp}, \"ts\": {start}, \"dur\": {time}, \"args\": {{\"tasks\": {tasks}}}}}"
            )?;
            separator = ",\n";
        }
        let series = self.queue_lengths();
        for (point, time) in series.times.iter().enumerate() {
            write!(
                out,
                "{separator}{{\"ph\": \"C\", \"name\": \"queue lengths\", \"pid\": 0, \"ts\": {}, \"args\": {{",
                Microseconds(*time)
            )?;
            for (procedure, lengths) in series.lengths.iter().enumerate() {
                let comma = if procedure > 0 { ", " } else { "" };
                write!(out, "{comma}{}: {}", self.name(procedure as u32), lengths[point])?;
            }
            write!(out, "}}}}")?;
            separator = ",\n";
        }
        writeln!(out, "\n]}}")
    }

    /// The name of a procedure as a JSON string. Rust names have nothing to escape.
    fn name(&self, procedure: u32) -> String {
        format!("\"{}\"", self.procedures.get(procedure as usize).unwrap_or(&"?"))
    }
}

/// A time as Chrome has it: microseconds, to the nanosecond.
struct Microseconds(Duration);

impl std::fmt::Display for Microseconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let nanoseconds = self.0.as_nanos();
        write!(f, "{}.{:03}", nanoseconds / 1000, nanoseconds % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(nanoseconds: u64) -> Duration {
        Duration::from_nanos(nanoseconds)
    }

    fn trace() -> Trace {
        let change = |procedure, time, added, taken| Change { procedure, time: at(time), added, taken };
        let mut trace = Trace {
            procedures: vec!["Split", "Dice"],
            events: vec![
                Event { procedure: 1, worker: 3, warp: 2, tasks: 7, start: at(2500), end: at(4001) },
                Event { procedure: 0, worker: 0, warp: 0, tasks: 1, start: at(1), end: at(2) },
            ],
            changes: vec![change(1, 30, 5, 0), change(0, 10, 2, 0), change(1, 20, 0, 3), change(0, 30, 0, 2)],
            dropped: 4,
        };
        trace.sort();
        trace
    }

    #[test]
    fn lengths_are_sums_of_changes() {
        let series = trace().queue_lengths();
        assert_eq!(series.times, [at(10), at(20), at(30)]);
        assert_eq!(series.lengths, [[2, 2, 0], [0, 0, 2]], "a length below zero shows as zero");
    }

    #[test]
    fn chrome_gets_microseconds() {
        let mut text = Vec::new();
        trace().write_chrome(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let event = "{\"ph\": \"X\", \"name\": \"Dice\", \"pid\": 3, \"tid\": 2, \"ts\": 2.500, \"dur\": 1.501, \"args\": {\"tasks\": 7}}";
        assert!(text.contains(event), "{text}");
        assert!(text.contains("\"ts\": 0.030, \"args\": {\"Split\": 0, \"Dice\": 2}}"), "{text}");
        assert!(text.contains("\"dropped\": 4"), "{text}");
    }
}
