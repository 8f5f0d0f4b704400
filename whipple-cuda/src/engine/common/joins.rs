//! Memory of joins on the device: records of tasks that wait for others, and outputs of initial tasks. `JoinMemory` in
//! `device/join/memory.cuh` is the same.

use super::{
    abi::control,
    constants::{SEGMENTS, constant},
};
use crate::driver::{Gpu, Memory, Stream};
use std::sync::Arc;
use whipple_runtime::{
    backend::{ProgramDescription, Roots, Run},
    error::{Error, JOIN_RECORDS},
    facts::item_bytes,
};

/// `sizeof(pools::Pool)` and the offset of `fresh` in it.
const POOL: usize = 768;
const FRESH: usize = 128;
/// `sizeof(JoinMemory)`.
const WORDS: usize = 1664;
/// `sizeof(joins::Header)`.
const HEADER: usize = 16;
/// Records that the host reads at once.
const READ_AT_ONCE: usize = 1 << 14;
/// Bytes of a segment of a stack.
const SEGMENT: usize = 4 * constant(SEGMENTS, "SEGMENT") as usize;

/// A pool of pieces of memory of one size: `pools::Pool` in `device/join/pool.cuh`.
struct Pool {
    pieces: Memory,
    /// Numbers of pieces that were given back. A power of two.
    ring: Memory,
    /// Bytes of a piece.
    stride: usize,
    count: usize,
}

impl Pool {
    /// As many pieces of `stride` bytes as `limit` bytes have room for, at least one.
    fn new(gpu: &Arc<Gpu>, stride: usize, limit: usize) -> Result<Self, Error> {
        // Each has a number in the ring, of which up to half is for none. Numbers have 32 bits, and the largest have meanings of their own.
        let count = (limit / (stride + 8)).clamp(1, 1 << 30);
        let slots = count.next_power_of_two();
        Ok(Self {
            pieces: Memory::new(gpu, count * stride, JOIN_RECORDS)?,
            ring: Memory::zeroed(gpu, slots * 4, JOIN_RECORDS)?,
            stride,
            count,
        })
    }

    /// The words of a pool of which no piece is in use.
    fn words(&self) -> Vec<u8> {
        // All numbers fit: `new` bounds the count, and a stride that of an item, of 4 KiB.
        let numbers = [(self.ring.len() / 4) as u32, self.stride as u32, self.count as u32];
        let mut bytes = [self.pieces.address().to_ne_bytes(), self.ring.address().to_ne_bytes()].concat();
        bytes.extend(numbers.iter().flat_map(|number| number.to_ne_bytes()));
        bytes.resize(POOL, 0);
        bytes
    }

    /// Empties the ring, behind what is in the stream.
    fn clear(&self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: the run's kernels, which use the ring, come behind this in the stream.
        unsafe { self.ring.set_on(stream, 0, 0, self.ring.len()) }
    }

    /// How many pieces a run has used, of which the words lie at `at` in `words`.
    fn fresh(&self, words: &Memory, at: usize) -> Result<usize, Error> {
        let mut fresh = [0; 4];
        words.read(at + FRESH, &mut fresh)?;
        Ok((u32::from_ne_bytes(fresh) as usize).min(self.count))
    }

    /// Bytes of the pieces that a run has used.
    fn used(&self, words: &Memory, at: usize) -> Result<u64, Error> {
        Ok(self.fresh(words, at)? as u64 * self.stride as u64)
    }
}

/// The memory of joins of a program that has some.
pub struct Joins {
    words: Memory,
    records: Pool,
    /// Segments of the stacks of threads.
    segments: Pool,
    /// Outputs of initial tasks.
    roots: Option<Memory>,
}

impl Joins {
    /// What a program needs that may take so many bytes for tasks that wait; nothing where no task has an output.
    /// `depth_first`: whether threads have stacks.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(
        gpu: &Arc<Gpu>,
        program: &ProgramDescription,
        limit: usize,
        depth_first: bool,
    ) -> Result<Option<Self>, Error> {
        if program.procedures.iter().all(|info| info.output_size.is_none()) {
            return Ok(None);
        }
        let continuations = program.plan.facts.resumes.iter().fold(0_u32, |all, of_one| all | of_one);
        let continues = |(index, _): &(usize, _)| continuations >> index & 1 != 0;
        let sizes = program.procedures.iter().enumerate().filter(continues).map(|(_, info)| item_bytes(info));
        let stride = (HEADER + sizes.max().unwrap_or(0)).next_multiple_of(16);
        // Outputs of initial tasks alone need no records.
        let limit = if continuations == 0 { 0 } else { limit };
        // Without segments all forks take records: their memory is what counts.
        let dives = depth_first && program.plan.facts.of.iter().any(|facts| facts.dives);
        let of_segments = if dives { limit / 2 } else { 0 };
        Ok(Some(Self {
            words: Memory::zeroed(gpu, WORDS, "the words of joins")?,
            records: Pool::new(gpu, stride, limit - of_segments)?,
            segments: Pool::new(gpu, SEGMENT, of_segments)?,
            roots: None,
        }))
    }

    /// Makes ready for a run: no record is in use.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn begin(&mut self, stream: &Stream, run: &Run<'_>) -> Result<(), Error> {
        let roots = run.roots;
        if self.roots.as_ref().map_or(0, Memory::len) < roots.len() {
            self.roots = Some(Memory::zeroed(self.words.gpu(), roots.len(), "the outputs of initial tasks")?);
        }
        let mut words = [self.records.words(), self.segments.words()].concat();
        words.extend(self.roots.as_ref().map_or(0, Memory::address).to_ne_bytes());
        // An output is no larger than an item, of 4 KiB.
        words.extend((roots.stride() as u32).to_ne_bytes());
        words.resize(WORDS, 0);
        self.words.write(0, &words)?;
        self.records.clear(stream)?;
        self.segments.clear(stream)
    }

    /// Tells launches behind it in the stream where the memory is; `control` are its control words.
    ///
    /// # Errors
    /// What the driver met.
    pub fn announce(&self, control: &Memory, stream: &Stream) -> Result<(), Error> {
        let address = self.words.address();
        // SAFETY: nothing else uses the control words before the launch in the same stream.
        unsafe {
            control.write_word_on(stream, control::JOINS, address as u32)?;
            control.write_word_on(stream, control::JOINS + 4, (address >> 32) as u32)
        }
    }

    /// Takes the outputs of initial tasks after a run.
    ///
    /// # Errors
    /// What the driver met.
    pub fn read_outputs(&self, roots: &Roots) -> Result<(), Error> {
        let Some(memory) = self.roots.as_ref().filter(|_| !roots.is_empty()) else { return Ok(()) };
        // SAFETY: the memory of `roots` is initialised (`Roots::new`), and only the engine uses it between `run` and its end.
        let bytes = unsafe { std::slice::from_raw_parts_mut(roots.place(0), roots.len()) };
        memory.read(0, bytes)
    }

    /// How many continuations of each of so many procedures wait for their children, after a run that was stopped.
    ///
    /// # Errors
    /// What the driver met.
    pub fn waiting(&self, procedures: usize) -> Result<Vec<u64>, Error> {
        let mut counts = vec![0; procedures];
        let stride = self.records.stride;
        let mut bytes = vec![0; READ_AT_ONCE * stride];
        let used = self.records.fresh(&self.words, 0)?;
        for first in (0..used).step_by(READ_AT_ONCE) {
            let bytes = &mut bytes[..READ_AT_ONCE.min(used - first) * stride];
            self.records.pieces.read(first * stride, bytes)?;
            for header in bytes.chunks_exact(stride) {
                let [pending, continuation] =
                    [0, 4].map(|at| u32::from_ne_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]));
                // A thread that panics may have a record to which it has not written.
                if let (1.., Some(count)) = (pending, counts.get_mut(continuation as usize)) {
                    *count += 1;
                }
            }
        }
        Ok(counts)
    }

    /// Bytes of the records and segments that the run has used.
    ///
    /// # Errors
    /// What the driver met.
    pub fn used(&self) -> Result<u64, Error> {
        Ok(self.records.used(&self.words, 0)? + self.segments.used(&self.words, POOL)?)
    }
}
