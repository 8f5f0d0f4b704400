//! What the queues take at the start, and may take where they are not made of chunks: `Options::queue_memory`, or most of what the device
//! has left.

use crate::driver::Gpu;
use whipple_runtime::{backend::ProgramDescription, error::Error, options::Options};

/// The most bytes of all queues of a program.
pub struct Budget {
    pub bytes: u64,
    is_option: bool,
}

impl Budget {
    /// What the options say, or nine tenths of the memory that the device has left.
    ///
    /// # Errors
    /// What the driver met.
    pub fn of(gpu: &Gpu, options: &Options) -> Result<Self, Error> {
        Ok(match options.queue_memory {
            Some(bytes) => Self { bytes: bytes as u64, is_option: true },
            None => Self { bytes: gpu.memory_info()?.0 as u64 / 10 * 9, is_option: false },
        })
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

/// Memory of the queues at the start, in bytes, where the options name none. Grown when a run needs more.
pub fn initial_queue_memory(gpu: &Gpu) -> usize {
    // The emulated device writes to all memory that it gives, so that all of it is resident.
    if gpu.is_emulated() { 8 << 20 } else { 64 << 20 }
}
