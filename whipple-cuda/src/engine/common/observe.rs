//! What a kernel tells of itself: the host's side of `device/schedulers/megakernel/block/observed.cuh`.

use super::abi::{long, word};
use crate::driver::{Gpu, Memory, PinnedMemory, Stream};
use std::{sync::Arc, time::Duration};
use whipple_runtime::{
    control::RunControl,
    error::Error,
    options::Options,
    program::ProcedureInfo,
    report::Report,
    trace::{Change, Event, Trace},
};

/// `sizeof(Observed)`.
const OBSERVED: usize = 1344;
/// Memory of the records of a trace, in bytes.
const TRACE_BYTES: usize = 64 << 20;
/// `sizeof(Record)`.
const RECORD: usize = 16;
/// `sizeof(BlockClock)`.
const CLOCK: usize = 32;

/// Offsets in `Observed`.
mod observed {
    pub const TASKS: usize = 0;
    pub const SPAWNED: usize = 256;
    pub const OVERFLOWED: usize = 512;
    pub const MOVED: usize = 768;
    pub const TIME: usize = 1024;
    pub const IDLE: usize = 1280;
    pub const CYCLES: usize = 1288;
    pub const NANOSECONDS: usize = 1296;
    pub const DROPPED: usize = 1304;
    pub const RECORDS: usize = 1312;
    pub const CHUNKS_IN_USE: usize = 1316;
    pub const TRACE: usize = 1320;
    pub const CLOCKS: usize = 1328;
    pub const CAPACITY: usize = 1336;
    pub const CHUNKS: usize = 1340;
}

/// The device's `Observed`, and the trace behind it.
pub struct Observation {
    procedures: &'static [ProcedureInfo],
    statistics: bool,
    memory: Memory,
    /// Where the words go while the kernel runs.
    image: PinnedMemory,
    /// A copy is on its way to `image`.
    pending: bool,
    /// Initial tasks of each procedure.
    seeds: Vec<u64>,
    tracing: Option<Tracing>,
}

struct Tracing {
    records: Memory,
    clocks: Memory,
    trace: Trace,
    /// The first block's begin, by the device's clock in nanoseconds.
    begin: Option<u64>,
}

impl Observation {
    /// What the options ask for, for `blocks` worker blocks; `None` when they ask for nothing.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(
        gpu: &Arc<Gpu>,
        procedures: &'static [ProcedureInfo],
        options: &Options,
        blocks: u32,
    ) -> Result<Option<Self>, Error> {
        let Options { progress, statistics, trace, .. } = *options;
        if !(progress || statistics || trace) {
            return Ok(None);
        }
        let tracing = || -> Result<_, Error> {
            Ok(Tracing {
                records: Memory::zeroed(gpu, TRACE_BYTES, "the trace")?,
                clocks: Memory::zeroed(gpu, CLOCK * blocks as usize, "the trace")?,
                trace: Trace::default(),
                begin: None,
            })
        };
        Ok(Some(Self {
            procedures,
            statistics,
            memory: Memory::zeroed(gpu, OBSERVED, "the statistics")?,
            image: PinnedMemory::new(gpu, OBSERVED, "the statistics")?,
            pending: false,
            seeds: Vec::new(),
            tracing: trace.then(tracing).transpose()?,
        }))
    }

    /// The macros that build in what the options ask for.
    pub fn defines(options: &Options) -> [(&'static str, u32); 3] {
        [
            ("WHIPPLE_PROGRESS", options.progress.into()),
            ("WHIPPLE_STATISTICS", options.statistics.into()),
            ("WHIPPLE_TRACE", options.trace.into()),
        ]
    }

    /// Address of `Observed`.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }

    /// Whether the report will have something of it; otherwise it serves whoever watches the run.
    pub fn measures(&self) -> bool {
        self.statistics || self.tracing.is_some()
    }

    /// Forgets the run before. `seeds`: initial tasks of each procedure.
    ///
    /// # Errors
    /// What the driver met.
    pub fn begin(&mut self, seeds: &[u32]) -> Result<(), Error> {
        self.seeds = seeds.iter().map(|count| (*count).into()).collect();
        let mut bytes = vec![0; OBSERVED];
        if let Some(tracing) = &mut self.tracing {
            tracing.begin = None;
            tracing.trace = Trace::new(self.procedures);
            let change =
                |(procedure, &added)| Change { procedure: procedure as u32, time: Duration::ZERO, added, taken: 0 };
            tracing.trace.changes = self.seeds.iter().enumerate().filter(|seeds| *seeds.1 > 0).map(change).collect();
            bytes[observed::TRACE..][..8].copy_from_slice(&tracing.records.address().to_ne_bytes());
            bytes[observed::CLOCKS..][..8].copy_from_slice(&tracing.clocks.address().to_ne_bytes());
            let capacity = (TRACE_BYTES / RECORD) as u32;
            bytes[observed::CAPACITY..][..4].copy_from_slice(&capacity.to_ne_bytes());
        }
        self.memory.write(0, &bytes)
    }

    /// The kernel is about to be launched, with so many chunks.
    ///
    /// # Errors
    /// What the driver met.
    pub fn before_launch(&self, chunks: usize) -> Result<(), Error> {
        if self.statistics { self.memory.write(observed::CHUNKS, &(chunks as u32).to_ne_bytes()) } else { Ok(()) }
    }

    /// The kernel has ended: takes its part of the trace.
    ///
    /// # Errors
    /// What the driver met.
    pub fn after_launch(&mut self) -> Result<(), Error> {
        let Some(tracing) = &mut self.tracing else { return Ok(()) };
        let mut words = [0; OBSERVED];
        self.memory.read(0, &mut words)?;
        let count = (word(&words, observed::RECORDS) as usize).min(TRACE_BYTES / RECORD);
        tracing.trace.dropped = long(&words, observed::DROPPED);
        let mut records = vec![0; count * RECORD];
        tracing.records.read(0, &mut records)?;
        let mut clocks = vec![0; tracing.clocks.len()];
        tracing.clocks.read(0, &mut clocks)?;
        let clocks = Clocks::new(&clocks);
        if let Some(first) = clocks.first() {
            read_records(&records, &clocks, *tracing.begin.get_or_insert(first), &mut tracing.trace);
        }
        tracing.records.fill(&[0])?;
        tracing.clocks.fill(&[0])?;
        self.memory.write(observed::RECORDS, &[0; 4])
    }

    /// Tells the progress while the kernel runs: what arrived, and asks for more, in the order of `stream`.
    ///
    /// # Errors
    /// What the driver met.
    pub fn tell(&mut self, stream: &Stream, control: &RunControl) -> Result<(), Error> {
        if self.pending {
            if !stream.is_done()? {
                return Ok(());
            }
            self.pending = false;
            let mut words = [0; OBSERVED];
            // SAFETY: the copy is done.
            unsafe { self.image.read(0, &mut words) };
            for (procedure, seeds) in self.seeds.iter().enumerate() {
                let sum = |offset: usize| long(&words, offset + 8 * procedure);
                let tasks = sum(observed::TASKS);
                // Blocks add what they spawned and what they ran one after the other.
                control.set_progress(procedure, tasks, (seeds + sum(observed::SPAWNED)).saturating_sub(tasks));
            }
        }
        // SAFETY: both sides live as long as `self`, whose owner synchronises the stream before it goes; the image is read
        // only after the copy, above. The device adds to the words meanwhile: each is a hint.
        unsafe { self.memory.read_on(stream, 0, &self.image, OBSERVED)? };
        self.pending = true;
        Ok(())
    }

    /// No copy is on its way any more: the stream was synchronised.
    pub fn settle(&mut self) {
        self.pending = false;
    }

    /// Adds what was measured to the report.
    ///
    /// # Errors
    /// What the driver met.
    pub fn report(&mut self, report: &mut Report) -> Result<(), Error> {
        if self.statistics {
            let mut words = [0; OBSERVED];
            self.memory.read(0, &mut words)?;
            let long = |offset: usize| long(&words, offset);
            let rate = long(observed::CYCLES) as f64 / long(observed::NANOSECONDS).max(1) as f64;
            let time = |cycles: u64| Duration::from_nanos((cycles as f64 / rate.max(1e-3)) as u64);
            let mut busy = 0;
            for (index, line) in report.procedures.iter_mut().enumerate() {
                busy += long(observed::TIME + 8 * index);
                let sum = |offset: usize| long(offset + 8 * index);
                line.time = Some(time(sum(observed::TIME)));
                line.local_transfers = Some(sum(observed::SPAWNED).saturating_sub(sum(observed::OVERFLOWED)));
                line.global_transfers = Some(sum(observed::OVERFLOWED) + sum(observed::MOVED));
            }
            // Times of tasks are rounded.
            let lives = long(observed::CYCLES) * u64::from(report.block_threads / 32);
            report.utilisation = (lives > 0).then(|| (busy as f64 / lives as f64).min(1.0));
            report.idle_time = Some(time(long(observed::IDLE)));
            report.chunks_in_use = Some(word(&words, observed::CHUNKS_IN_USE).into());
        }
        if let Some(tracing) = &mut self.tracing {
            tracing.trace.sort();
            report.trace = Some(std::mem::take(&mut tracing.trace));
        }
        Ok(())
    }
}

/// Adds the device's records to a trace whose time 0 is `begin`.
fn read_records(records: &[u8], clocks: &Clocks, begin: u64, trace: &mut Trace) {
    let since = |time: u64| Duration::from_nanos(time.saturating_sub(begin));
    for record in records.chunks_exact(RECORD) {
        let time = long(record, 0);
        let [length, place] = [8, 12].map(|offset| word(record, offset));
        let procedure = place >> 1 & 31;
        if time == 0 {
            // Claimed by a warp that had nothing more to write.
            continue;
        }
        if place & 1 == 1 {
            let (added, taken) = (length.into(), (place >> 6).into());
            trace.changes.push(Change { procedure, time: since(time), added, taken });
            continue;
        }
        let (worker, warp, tasks) = (place >> 16, place >> 11 & 31, (place >> 6 & 31) + 1);
        // A block that did not leave in order has no clock; its run is an error.
        let Some(start) = clocks.nanoseconds(worker, time).map(since) else { continue };
        trace.events.push(Event { procedure, worker, warp, tasks, start, end: start + clocks.duration(length) });
    }
}

/// How the clocks of the multiprocessors, in cycles, go beside the device's, in nanoseconds.
struct Clocks {
    /// For each block: cycles and nanoseconds at its begin, then at its end. Zeros for one that did not leave in order.
    blocks: Vec<[u64; 4]>,
    /// Nanoseconds of a cycle.
    cycle: f64,
}

impl Clocks {
    fn new(bytes: &[u8]) -> Self {
        let clock = |block: &[u8]| [0, 8, 16, 24].map(|offset| long(block, offset));
        let blocks: Vec<_> = bytes.chunks_exact(CLOCK).map(clock).collect();
        // One rate for all: they share it, and the device's clock is coarse beside the life of a block.
        let (cycles, nanoseconds) = blocks.iter().fold((0, 0), |(cycles, nanoseconds), [c0, n0, c1, n1]| {
            (cycles + c1.saturating_sub(*c0), nanoseconds + n1.saturating_sub(*n0))
        });
        Self { blocks, cycle: nanoseconds as f64 / cycles.max(1) as f64 }
    }

    /// When the first block began, by the device's clock.
    fn first(&self) -> Option<u64> {
        self.blocks.iter().map(|[_, begin, _, _]| *begin).filter(|begin| *begin > 0).min()
    }

    /// The device's time when the multiprocessor of `block` had counted `cycles`.
    fn nanoseconds(&self, block: u32, cycles: u64) -> Option<u64> {
        let [c0, n0, c1, n1] = self.blocks.get(block as usize).copied().filter(|[_, begin, _, _]| *begin > 0)?;
        let since = |from: u64| (cycles as i64).wrapping_sub(from as i64) as f64 * self.cycle;
        // By the begin and by the end: their mean is the better for the coarseness of both.
        let mean = (since(c0) + since(c1) + (n1 as i64 - n0 as i64) as f64) / 2.0;
        Some(n0.saturating_add_signed(mean as i64))
    }

    fn duration(&self, cycles: u32) -> Duration {
        Duration::from_nanos((f64::from(cycles) * self.cycle) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(blocks: &[[u64; 4]]) -> Clocks {
        let bytes: Vec<u8> = blocks.iter().flatten().flat_map(|word| word.to_ne_bytes()).collect();
        Clocks::new(&bytes)
    }

    #[test]
    fn cycles_are_dated_by_their_own_block() {
        // Two nanoseconds a cycle; the second block's multiprocessor counts from elsewhere, and the third never ended.
        let clocks = clocks(&[[1000, 50_000, 2000, 52_000], [7, 51_000, 507, 52_000], [0; 4]]);
        assert_eq!(clocks.first(), Some(50_000));
        assert_eq!(clocks.nanoseconds(0, 1500), Some(51_000));
        assert_eq!(clocks.nanoseconds(1, 107), Some(51_200));
        assert_eq!((clocks.nanoseconds(2, 1), clocks.nanoseconds(3, 1)), (None, None));
        assert_eq!(clocks.duration(100), Duration::from_nanos(200));
    }

    #[test]
    fn records_become_events_and_changes() {
        let record = |time: u64, length: u32, place: u32| {
            [&time.to_ne_bytes()[..], &length.to_ne_bytes(), &place.to_ne_bytes()].concat()
        };
        let records = [
            record(1500, 10, 3 << 1 | 31 << 6 | 5 << 11),
            record(0, 0, 0),
            record(50_700, 8, 1 | 2 << 1 | 100 << 6),
            record(1, 10, 2 << 16),
        ]
        .concat();
        let clocks = clocks(&[[1000, 50_000, 2000, 52_000], [7, 51_000, 507, 52_000], [0; 4]]);
        let mut trace = Trace::default();
        read_records(&records, &clocks, 50_000, &mut trace);
        let at = Duration::from_nanos;
        let event = Event { procedure: 3, worker: 0, warp: 5, tasks: 32, start: at(1000), end: at(1020) };
        assert_eq!(trace.events, [event], "records of a block that did not end are left out");
        assert_eq!(trace.changes, [Change { procedure: 2, time: at(700), added: 8, taken: 100 }]);
    }
}
