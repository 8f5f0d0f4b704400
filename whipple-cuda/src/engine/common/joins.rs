//! Memory of joins on the device: records of tasks that wait for others, and outputs of initial tasks. `JoinMemory` in `device/join.cuh` is
//! the same.

use super::abi::control;
use crate::driver::{Gpu, Memory, Stream};
use std::sync::Arc;
use whipple_runtime::{
    backend::{ProgramDescription, Roots, Run},
    error::{Error, JOIN_RECORDS},
    facts::item_bytes,
};

/// `sizeof(JoinMemory)`.
const WORDS: usize = 640;
/// `sizeof(joins::Header)`.
const HEADER: usize = 16;

/// Offset of `fresh` in `JoinMemory`.
const FRESH: usize = 128;

/// The memory of joins of a program that has some.
pub struct Joins {
    words: Memory,
    records: Memory,
    /// Numbers of records that were given back.
    ring: Memory,
    /// Outputs of initial tasks.
    roots: Option<Memory>,
    /// Bytes of a record.
    stride: usize,
    capacity: usize,
}

impl Joins {
    /// What a program needs that may take so many bytes for records; nothing where no task has an output.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(gpu: &Arc<Gpu>, program: &ProgramDescription, limit: usize) -> Result<Option<Self>, Error> {
        if program.procedures.iter().all(|info| info.output_size.is_none()) {
            return Ok(None);
        }
        let continuations = program.plan.facts.resumes.iter().fold(0_u32, |all, of_one| all | of_one);
        let continues = |(index, _): &(usize, _)| continuations >> index & 1 != 0;
        let sizes = program.procedures.iter().enumerate().filter(continues).map(|(_, info)| item_bytes(info));
        let stride = (HEADER + sizes.max().unwrap_or(0)).next_multiple_of(16);
        // Two numbers have a meaning of their own, and places in the ring are counted in 32 bits.
        // Outputs of initial tasks alone need no records.
        let limit = if continuations == 0 { 0 } else { limit };
        let most = (limit / (stride + 4)).clamp(1, 1 << 30);
        let capacity = 1 << most.ilog2();
        Ok(Some(Self {
            words: Memory::zeroed(gpu, WORDS, "the words of joins")?,
            records: Memory::new(gpu, capacity * stride, JOIN_RECORDS)?,
            ring: Memory::zeroed(gpu, capacity * 4, JOIN_RECORDS)?,
            roots: None,
            stride,
            capacity,
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
        let addresses = [self.records.address(), self.ring.address(), self.roots.as_ref().map_or(0, Memory::address)];
        // All fit: `new` bounds the number, and a stride that of an item, of 4 KiB.
        let numbers = [self.stride as u32, roots.stride() as u32, self.capacity as u32];
        let mut bytes: Vec<u8> = addresses.iter().flat_map(|address| address.to_ne_bytes()).collect();
        bytes.extend(numbers.iter().flat_map(|number| number.to_ne_bytes()));
        bytes.resize(WORDS, 0);
        self.words.write(0, &bytes)?;
        // SAFETY: the run's kernels, which use the ring, come behind this in the stream.
        unsafe { self.ring.set_on(stream, 0, 0, self.ring.len()) }
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

    /// Bytes of the records that the run has used.
    ///
    /// # Errors
    /// What the driver met.
    pub fn used(&self) -> Result<u64, Error> {
        let mut fresh = [0; 4];
        self.words.read(FRESH, &mut fresh)?;
        Ok((u32::from_ne_bytes(fresh) as usize).min(self.capacity) as u64 * self.stride as u64)
    }
}
