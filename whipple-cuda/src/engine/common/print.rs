//! What tasks print: the host's side of `device/print.cuh`, which has the protocol.

use super::{
    abi::control,
    constants::{PRINT_WORDS, constant},
};
use crate::driver::{Gpu, Memory, PinnedMemory, Stream};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        atomic::Ordering::{Acquire, Relaxed, Release},
    },
};
use whipple_runtime::{
    backend::ProgramDescription, error::Error, options::Options, print::Printer, source::message::Messages,
};

/// Slots of the ring, words of a slot, and slots behind the ring.
const SLOTS: usize = constant(PRINT_WORDS, "PRINT_SLOTS") as usize;
const SLOT_WORDS: usize = constant(PRINT_WORDS, "PRINT_SLOT_WORDS") as usize;
const MORE_SLOTS: usize = constant(PRINT_WORDS, "PRINT_RECORD_SLOTS") as usize;
/// `sizeof(PrintMemory)`, and the offset of `dropped` in it.
const MEMORY: usize = 128;
const DROPPED: usize = 8;
/// Where the parts of the host's memory begin: how many slots it has read, their marks, their words.
const FREED: usize = 0;
const MARKS: usize = 128;
const WORDS: usize = MARKS + 8 * SLOTS;
const BYTES: usize = WORDS + 8 * SLOT_WORDS * (SLOTS + MORE_SLOTS);

const PURPOSE: &str = "what tasks print";

/// The ring of a program that prints.
pub struct Prints {
    /// The device's `PrintMemory`.
    memory: Memory,
    ring: PinnedMemory,
    messages: Messages,
    /// The place of the next record.
    next: u64,
    /// What the function panicked with that takes text: it goes on when the kernels have ended, which use memory of the caller's.
    panicked: Option<Box<dyn Any + Send>>,
}

impl Prints {
    /// That of a program; `None` where it prints nothing, or is not to.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(gpu: &Arc<Gpu>, program: &ProgramDescription, options: &Options) -> Result<Option<Self>, Error> {
        if !options.printing {
            return Ok(None);
        }
        let messages = Messages::of(program.procedures);
        if !messages.print() {
            return Ok(None);
        }
        Ok(Some(Self {
            memory: Memory::zeroed(gpu, MEMORY, PURPOSE)?,
            ring: PinnedMemory::new(gpu, BYTES, PURPOSE)?,
            messages,
            next: 0,
            panicked: None,
        }))
    }

    /// Makes ready for a run: the ring is empty.
    ///
    /// # Errors
    /// What the driver met.
    pub fn begin(&mut self) -> Result<(), Error> {
        // Also where a run was lost in the middle of a record. No kernel runs.
        (0..SLOTS).for_each(|slot| self.ring.long_word(MARKS + 8 * slot).store(0, Relaxed));
        self.ring.long_word(FREED).store(0, Relaxed);
        self.next = 0;
        let address = |offset: usize| self.ring.device_address() + offset as u64;
        let words = [0, 0, address(FREED), address(MARKS), address(WORDS)];
        self.memory.write(0, &words.map(u64::to_ne_bytes).concat())
    }

    /// Tells launches behind it in the stream where the ring is; `control` are their control words.
    ///
    /// # Errors
    /// What the driver met.
    pub fn announce(&self, control: &Memory, stream: &Stream) -> Result<(), Error> {
        let address = self.memory.address();
        // SAFETY: nothing else uses the control words before the launch in the same stream.
        unsafe {
            control.write_word_on(stream, control::PRINTS, address as u32)?;
            control.write_word_on(stream, control::PRINTS + 4, (address >> 32) as u32)
        }
    }

    /// Prints what is there, at most a whole ring, so that whoever attends to a kernel comes to other things.
    pub fn drain(&mut self, printer: &Printer) {
        let end = self.next + SLOTS as u64;
        while self.next < end && self.print_next(printer) {}
    }

    /// Prints the next record, if there is one.
    fn print_next(&mut self, printer: &Printer) -> bool {
        let slot = (self.next % SLOTS as u64) as usize;
        // Acquires the record. The next place follows from its length, so that no mark within a record is looked at.
        if self.ring.long_word(MARKS + 8 * slot).load(Acquire) != self.next + 1 {
            return false;
        }
        let at = WORDS + 8 * SLOT_WORDS * slot;
        let header = self.ring.long_word(at + 8).load(Relaxed);
        let number = self.ring.long_word(at).load(Relaxed);
        let words: Vec<u64> =
            (0..(header >> 32) as usize).map(|index| self.ring.long_word(at + 8 * (index + 1)).load(Relaxed)).collect();
        self.next += (1 + words.len()).div_ceil(SLOT_WORDS) as u64;
        // Releases what was read of the record.
        self.ring.long_word(FREED).store(self.next, Release);
        self.print(number, &words, printer);
        true
    }

    fn print(&mut self, number: u64, words: &[u64], printer: &Printer) {
        if self.panicked.is_some() || printer.is_silent() {
            return;
        }
        let print = || {
            if let Some((stream, text)) = self.messages.printed(number, words) {
                printer.print(stream, format_args!("{text}"));
            }
        };
        self.panicked = catch_unwind(AssertUnwindSafe(print)).err();
    }

    /// After the kernels have ended: prints all that is left.
    ///
    /// # Panics
    /// Where the function has panicked that takes text, or a standard stream cannot be written to.
    pub fn finish(&mut self, printer: &Printer) {
        while self.print_next(printer) {}
        if let Some(panicked) = self.panicked.take() {
            resume_unwind(panicked);
        }
    }

    /// How many records the run has dropped.
    ///
    /// # Errors
    /// What the driver met.
    pub fn dropped(&self) -> Result<u64, Error> {
        let mut dropped = [0; 8];
        self.memory.read(DROPPED, &mut dropped)?;
        Ok(u64::from_ne_bytes(dropped))
    }
}
