//! What a device must provide: the seam between the typed front and the CPU executor or CUDA.

use crate::{
    control::RunControl, error::Error, host_memory, options::Options, plan::Plan, program::ProcedureInfo,
    report::Report, weights::Weights,
};
use std::{cell::UnsafeCell, mem::MaybeUninit, sync::Arc};

pub use crate::device::DeviceKind;

/// A device that holds buffers and runs programs.
pub trait Backend: Send + Sync + std::fmt::Debug {
    /// CPU or CUDA.
    fn kind(&self) -> DeviceKind;
    /// The device in words, as `NVIDIA H200, 132 multiprocessors`.
    fn description(&self) -> String;
    /// Allocates zeroed memory, aligned to 256 bytes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] with the size that was asked for.
    fn allocate(&self, bytes: usize) -> Result<Arc<dyn Storage>, Error>;
    /// Prepares a program: compiles it (cached) and allocates what its schedulers need.
    ///
    /// # Errors
    /// What preparation met: no compiler, a rejected source, too little memory, options that do not fit.
    fn prepare(&self, program: ProgramDescription, options: &Options) -> Result<Box<dyn Engine>, Error>;
}

/// Memory of a device.
pub trait Storage: Send + Sync {
    /// Address in host memory; null when the memory is not the host's.
    fn host_address(&self) -> *mut u8;
    /// Address in device memory; 0 when the memory is the host's.
    fn device_address(&self) -> u64;
    /// Size in bytes.
    fn len(&self) -> usize;
    /// Whether the size is 0.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Copies host bytes to `offset`. In bounds by the caller's check.
    ///
    /// # Errors
    /// [`Error::Driver`] when the copy fails.
    fn write(&self, offset: usize, bytes: &[u8]) -> Result<(), Error>;
    /// Copies bytes at `offset` to the host. In bounds by the caller's check.
    ///
    /// # Errors
    /// [`Error::Driver`] when the copy fails.
    fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<(), Error>;
    /// Writes a part, piece by piece: `put` sets all bytes of a piece, which begins so many bytes after the start of the part. Pieces may be
    /// written on several threads at once.
    ///
    /// # Errors
    /// As [`write`](Self::write); parts may be written then.
    fn write_pieces(&self, part: Part, put: &PutPiece<'_>) -> Result<(), Error> {
        let mut bytes = vec![0; part.length];
        put(0, &mut bytes);
        self.write(part.offset, &bytes)
    }
    /// Reads a part, piece by piece: `take` gets the bytes of a piece, which begins so many bytes after the start of the part. Pieces may be
    /// read on several threads at once.
    ///
    /// # Errors
    /// As [`read`](Self::read), or of `take`: that of the first piece for which it fails.
    fn read_pieces(&self, part: Part, take: &TakePiece<'_>) -> Result<(), Error> {
        let mut bytes = vec![0; part.length];
        self.read(part.offset, &mut bytes)?;
        take(0, &bytes)
    }
    /// Fills everything with a repeated pattern whose length (1, 2, 4, 8, … bytes) divides the size.
    ///
    /// # Errors
    /// [`Error::Driver`] when the copy fails.
    fn fill(&self, pattern: &[u8]) -> Result<(), Error>;
    /// Copies the contents to other memory of the same device.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] when the device has no room for the copy; [`Error::Driver`].
    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, Error>;
}

/// A part of a [`Storage`], in bounds by the caller's check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it begins, in bytes.
    pub offset: usize,
    /// Its bytes: whole units.
    pub length: usize,
    /// Bytes of a unit, at least one. A piece has whole units.
    pub unit: usize,
}

/// Sets the bytes of a piece: see [`Storage::write_pieces`].
pub type PutPiece<'a> = dyn Fn(usize, &mut [u8]) + Sync + 'a;

/// Takes the bytes of a piece: see [`Storage::read_pieces`].
pub type TakePiece<'a> = dyn Fn(usize, &[u8]) -> Result<(), Error> + Sync + 'a;

/// What a [`Storage`] held at one time.
pub trait Snapshot {
    /// Gives the storage these contents again.
    ///
    /// # Errors
    /// [`Error::Driver`] when the copy fails.
    fn restore(&self) -> Result<(), Error>;
}

/// A program without its type.
#[derive(Clone, Copy)]
pub struct ProgramDescription {
    /// The Rust name.
    pub name: &'static str,
    /// Its procedures, in field order.
    pub procedures: &'static [ProcedureInfo],
    /// The fused CUDA source.
    pub cuda_source: &'static str,
    /// The compile-time plan.
    pub plan: &'static Plan,
}

/// Initial tasks of one procedure: `count` items of its item size, back to back.
pub struct Seeds {
    /// Index into [`ProgramDescription::procedures`].
    pub procedure: usize,
    /// How many.
    pub count: usize,
    /// Their bytes (padding included), aligned for the item.
    pub items: SeedBytes,
}

/// The outputs of initial tasks, of all procedures that have some, in the order of their numbers.
pub struct Roots {
    /// 16-byte words of one output.
    words: usize,
    memory: Box<[UnsafeCell<MaybeUninit<u128>>]>,
}

// SAFETY: during a run each place is written by the task whose output it is, or by the engine; it is read after the run.
unsafe impl Sync for Roots {}

impl Roots {
    /// Room for the outputs of so many tasks, each of at most so many bytes. Zeroed, which is a value of every device type.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] where the host has no room.
    pub fn new(count: usize, bytes: usize) -> Result<Self, Error> {
        let words = bytes.div_ceil(16);
        let mut memory: Vec<UnsafeCell<MaybeUninit<u128>>> =
            host_memory::room(words * count, "the outputs of initial tasks")?;
        memory.resize_with(words * count, || UnsafeCell::new(MaybeUninit::zeroed()));
        Ok(Self { words, memory: memory.into_boxed_slice() })
    }

    /// Room for as many more, zeroed.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn same_room(&self) -> Result<Self, Error> {
        Ok(Self { words: self.words, ..Self::new(self.memory.len(), 16)? })
    }

    /// Bytes from one output to the next.
    pub fn stride(&self) -> usize {
        16 * self.words
    }

    /// Bytes of all.
    pub fn len(&self) -> usize {
        16 * self.memory.len()
    }

    /// Whether no initial task has an output.
    pub fn is_empty(&self) -> bool {
        self.memory.is_empty()
    }

    /// Where the output of the initial task of this number lies, aligned to 16 bytes. An output without size lies anywhere.
    pub fn place(&self, number: u32) -> *mut u8 {
        match self.memory.get(number as usize * self.words) {
            Some(place) => place.get().cast(),
            None => std::ptr::without_provenance_mut(16),
        }
    }
}

/// Bytes of work items, which may have uninitialised padding.
pub type SeedBytes = Box<[MaybeUninit<u128>]>;

/// One run of a prepared program.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The program value. Points to a live program of the type that the engine was prepared for.
    pub program: *const (),
    /// Its parameters in device layout.
    pub parameters: &'a [u8],
    /// The same without the addresses of buffers.
    pub scalars: &'a [u8],
    /// The memory of the buffers among its parameters, each once: what the tasks may write.
    pub storages: &'a [Arc<dyn Storage>],
    /// The initial tasks.
    pub seeds: &'a [Seeds],
    /// Where their outputs go.
    pub roots: &'a Roots,
    /// Whether the seeds are the same as in this engine's previous run, so that their device copy can be reused.
    pub seeds_unchanged: bool,
    /// The weights of the procedures. Another thread may change them during the run, which acts soon.
    pub weights: &'a Weights,
    /// Says when to stop, and takes the progress.
    pub control: &'a RunControl,
}

/// A prepared program on a device.
pub trait Engine: Send {
    /// Checks the number of initial tasks of each procedure, before they are copied.
    ///
    /// # Errors
    /// What says how many there may be.
    fn check_seeds(&self, _counts: &[usize]) -> Result<(), Error> {
        Ok(())
    }
    /// Runs the program to its end.
    ///
    /// # Safety
    /// `run.program` must point to a live value of the program type that the engine was prepared for, and the seeds
    /// must hold valid items of their procedures.
    ///
    /// # Errors
    /// [`Error::DevicePanic`], [`Error::QueueMemory`], [`Error::Cancelled`] and [`Error::TimeLimit`] with what was done, or
    /// what the driver met. The engine can run again after each of them but the last.
    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error>;
}
