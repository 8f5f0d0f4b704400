//! What the kernels of all schedulers share with the host: `Control` in `device/schedulers/common/control.cuh`, whose static_asserts check the
//! same offsets, and arguments.

use std::{ffi::c_void, iter::repeat};
use whipple_runtime::{
    error::{
        COUNTED_OUT, DevicePanic, ENDED_TWICE, Error, NEVER_ENDED, NO_JOIN_MEMORY, TOO_MANY_CHILDREN, TOO_MANY_SPAWNS,
        Waiting,
    },
    plan::MAX_PROCEDURES,
    program::ProcedureInfo,
    source::message::Messages,
};

/// `sizeof(Control)`.
pub const CONTROL: usize = 2176;

/// Bits of `Control::flags`.
pub mod flags {
    use crate::engine::common::constants::{CONTROL_WORDS, constant};

    /// Every block starves and nothing is in flight.
    pub const ENDED: u32 = constant(CONTROL_WORDS, "ENDED");
    /// Queue memory is exhausted.
    pub const SUSPEND: u32 = constant(CONTROL_WORDS, "SUSPEND");
    /// A task panicked.
    pub const ABORT: u32 = constant(CONTROL_WORDS, "ABORT");
    /// The host wants it.
    pub const CANCEL: u32 = constant(CONTROL_WORDS, "CANCEL");
}

/// Offsets in `Control`.
pub mod control {
    /// Tickets of starving blocks.
    pub const HEAD: usize = 0;
    /// Tickets of hand-overs.
    pub const TAIL: usize = 128;
    /// Why the kernel stopped.
    pub const FLAGS: usize = 256;
    /// Blocks that took part.
    pub const STARTED: usize = 384;
    /// Index + 1 of the procedure whose spawns could not be secured.
    pub const STARVED_PROCEDURE: usize = 512;
    /// Next seed of each procedure.
    pub const SEEDS: usize = 640;
    /// Tasks of each procedure.
    pub const TASKS: usize = 768;
    /// Longest local queue of each procedure.
    pub const HIGH_WATER: usize = 1024;
    /// Rounds, then busy warps.
    pub const ROUNDS: usize = 1152;
    /// Chunks to global queues.
    pub const EXPORTED: usize = 1168;
    /// Chunks to starving blocks.
    pub const HANDED_OVER: usize = 1176;
    /// Cycles that trials of batches took, then those of single tasks.
    pub const TRIED: usize = 1184;
    /// The first panic.
    pub const PANIC: usize = 1280;
    /// Weights of the procedures, a 32-bit word each.
    pub const WEIGHTS: usize = 1920;
    /// Where the memory of joins is.
    pub const JOINS: usize = 2048;
    /// Where the ring is of what tasks print.
    pub const PRINTS: usize = 2056;
}

/// The words that a kernel left: `Control`, then what its scheduler has behind it.
pub struct Image {
    bytes: Vec<u8>,
}

impl Image {
    /// Takes the bytes of a `Control`, at least.
    pub fn new(bytes: Vec<u8>) -> Self {
        assert!(bytes.len() >= CONTROL, "an image has a whole Control");
        Self { bytes }
    }

    /// The bytes of `Control`.
    pub fn control(&self) -> &[u8] {
        &self.bytes[..CONTROL]
    }

    /// The bytes behind it.
    pub fn state(&self) -> &[u8] {
        &self.bytes[CONTROL..]
    }

    /// The 32-bit word at an offset.
    pub fn word(&self, offset: usize) -> u32 {
        word(&self.bytes, offset)
    }

    /// Writes the 32-bit word at an offset.
    pub fn set_word(&mut self, offset: usize, value: u32) {
        self.bytes[offset..offset + 4].copy_from_slice(&value.to_ne_bytes());
    }

    /// The 64-bit word at an offset.
    pub fn long(&self, offset: usize) -> u64 {
        long(&self.bytes, offset)
    }

    /// The zero-terminated text at an offset.
    fn text(&self, offset: usize) -> String {
        let field = &self.bytes[offset..offset + 256];
        let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
        String::from_utf8_lossy(&field[..end]).into_owned()
    }

    /// The first panic.
    pub fn panic(&self) -> PanicImage {
        let word = |index: usize| self.word(control::PANIC + 4 * index);
        PanicImage {
            kind: word(1),
            procedure: word(2),
            line: word(3),
            thread: word(5),
            a: self.long(control::PANIC + 24),
            b: self.long(control::PANIC + 32),
            file: self.text(control::PANIC + 40),
            message: self.text(control::PANIC + 296),
            words: (0..32).map(|index| self.long(control::PANIC + 296 + 8 * index)).collect(),
        }
    }
}

/// A panic as the device recorded it.
pub struct PanicImage {
    /// `PanicKind`.
    pub kind: u32,
    /// Index of the procedure.
    pub procedure: u32,
    /// Line of the Rust file.
    pub line: u32,
    /// Thread of the task for levels 1 and 2; lane for level 0.
    pub thread: u32,
    /// First operand, as an index.
    pub a: u64,
    /// Second operand, as a length.
    pub b: u64,
    /// Rust file.
    pub file: String,
    /// What was said.
    pub message: String,
    /// The same place, where a message has values.
    pub words: Vec<u64>,
}

impl PanicImage {
    /// The panic as an error of the program with these procedures.
    pub fn into_error(self, procedures: &[ProcedureInfo]) -> Error {
        let procedure = procedures.get(self.procedure as usize);
        let thread = match procedure {
            Some(procedure) if procedure.level == 0 => self.thread % procedure.threads,
            Some(procedure) if procedure.level == 1 => self.thread,
            _ => 0,
        };
        let message = self.describe(procedures);
        // A body that ends without an output has no place where it does so.
        let (file, line) = match procedure {
            Some(procedure) if self.file.is_empty() => (procedure.place.0.to_owned(), procedure.place.1),
            None if self.file.is_empty() => ("unknown file".to_owned(), self.line),
            _ => (self.file, self.line),
        };
        Error::DevicePanic(DevicePanic {
            procedure: procedure.map_or("?", |procedure| procedure.name).to_owned(),
            message,
            file,
            line,
            thread,
            task: None,
            waiting: Waiting::default(),
        })
    }

    /// The message in words: what Rust would have said.
    pub fn describe(&self, procedures: &[ProcedureInfo]) -> String {
        match self.kind {
            3 => format!("index out of bounds: the len is {} but the index is {}", self.b, self.a),
            7 => TOO_MANY_SPAWNS.to_owned(),
            8 => NO_JOIN_MEMORY.to_owned(),
            9 => ENDED_TWICE.to_owned(),
            10 => NEVER_ENDED.to_owned(),
            11 => TOO_MANY_CHILDREN.to_owned(),
            12 => COUNTED_OUT.to_owned(),
            13 => Messages::of(procedures)
                .text(self.a, &self.words)
                .unwrap_or_else(|| "a message with values that cannot be read".to_owned()),
            14 => format!("range end index {} out of range for slice of length {}", self.a, self.b),
            15 => format!("range start index {} out of range for slice of length {}", self.a, self.b),
            16 => format!("slice index starts at {} but ends at {}", self.a, self.b),
            17 => format!(
                "copy_from_slice: source slice length ({}) does not match destination slice length ({})",
                self.a, self.b
            ),
            _ => self.message.clone(),
        }
    }
}

/// The arguments of a kernel, at addresses that suit any.
pub struct Arguments<const N: usize> {
    values: [Vec<u128>; N],
}

impl<const N: usize> Arguments<N> {
    /// Copies the bytes of each.
    pub fn new(arguments: [&[u8]; N]) -> Self {
        Self { values: arguments.map(aligned) }
    }

    /// Where they are, for a launch while this lives.
    pub fn pointers(&mut self) -> [*mut c_void; N] {
        self.values.each_mut().map(|value| value.as_mut_ptr().cast())
    }
}

fn aligned(bytes: &[u8]) -> Vec<u128> {
    let mut words = vec![0_u128; bytes.len().div_ceil(16).max(1)];
    // SAFETY: the vector has at least `bytes.len()` bytes and was just made, so the two do not overlap.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), words.as_mut_ptr().cast::<u8>(), bytes.len()) };
    words
}

/// The bytes of an array that has a 32-bit word for each procedure that there may be.
pub fn words(list: &[u32]) -> Vec<u8> {
    list.iter().copied().chain(repeat(0)).take(MAX_PROCEDURES).flat_map(u32::to_ne_bytes).collect()
}

/// As [`words`], of 64 bits.
pub fn longs(list: &[u64]) -> Vec<u8> {
    list.iter().copied().chain(repeat(0)).take(MAX_PROCEDURES).flat_map(u64::to_ne_bytes).collect()
}

/// The 32-bit word at an offset.
pub fn word(bytes: &[u8], offset: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[offset..offset + 4]);
    u32::from_ne_bytes(word)
}

/// The 64-bit word at an offset.
pub fn long(bytes: &[u8], offset: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[offset..offset + 8]);
    u64::from_ne_bytes(word)
}
