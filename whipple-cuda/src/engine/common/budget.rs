//! What the queues take at the start, and may take where they are not made of chunks: `Options::queue_memory`, or most of what the device
//! has left.

use crate::driver::Gpu;
use whipple_runtime::{
    backend::ProgramDescription,
    error::{Error, Waiting},
    options::Options,
    program::ProcedureInfo,
};

/// Bytes of all queues of a program.
pub struct Budget {
    /// At most.
    pub bytes: u64,
    /// At the start, if that is not more.
    pub initial: u64,
    is_option: bool,
}

impl Budget {
    /// What the options say, or nine tenths of the memory that the device has left.
    ///
    /// # Errors
    /// What the driver met.
    pub fn of(gpu: &Gpu, options: &Options) -> Result<Self, Error> {
        let bytes = match options.queue_memory {
            Some(bytes) => bytes as u64,
            None => gpu.memory_info()?.0 as u64 / 10 * 9,
        };
        let initial = options.initial_queue_memory.unwrap_or_else(|| initial_queue_memory(gpu)) as u64;
        Ok(Self { bytes, initial, is_option: options.queue_memory.is_some() })
    }

    /// The error of a program whose queues need at least so many bytes.
    pub fn is_below(&self, least: u64, gpu: &Gpu, program: ProgramDescription) -> Error {
        if !self.is_option {
            return Error::OutOfMemory { device: gpu.properties().name.clone(), bytes: least, purpose: "the queues" };
        }
        Error::Options {
            option: "queue_memory",
            value: format!("{} bytes", self.bytes),
            reason: format!(
                "the queues of `{}` need room for what one task of each procedure may spawn: give {least} bytes or more",
                program.name
            ),
        }
    }
}

/// The error of a run that cannot go on within a limit of queue memory. Of procedure `p` wait `length(p)` tasks.
pub fn exhausted(procedures: &[ProcedureInfo], length: impl Fn(usize) -> u64, limit_bytes: u64) -> Error {
    let longest = (0..procedures.len()).max_by_key(|p| length(*p)).unwrap_or(0);
    Error::QueueMemory {
        procedure: procedures[longest].name.to_owned(),
        length: length(longest),
        limit_bytes,
        waiting: Waiting::default(),
    }
}

/// Memory of the queues at the start, in bytes, where the options name none. Grown when a run needs more.
pub fn initial_queue_memory(gpu: &Gpu) -> usize {
    // The emulated device writes to all memory that it gives, so that all of it is resident.
    if gpu.is_emulated() { 8 << 20 } else { 64 << 20 }
}
