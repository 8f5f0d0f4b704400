//! The weights of the procedures on their way to the device, before a launch and while the kernel runs.

use super::layout::control;
use crate::driver::{Gpu, Memory, PinnedMemory, Stream};
use std::sync::Arc;
use whipple_runtime::{error::Error, plan::MAX_PROCEDURES, weights::Weights};

const BYTES: usize = 4 * MAX_PROCEDURES;

/// Copies weights to `Control::weights`, which policies read as hints.
pub struct WeightFeed {
    /// Beside the kernel's: its copies run while the kernel does.
    stream: Stream,
    words: PinnedMemory,
    sent: [u32; MAX_PROCEDURES],
}

impl WeightFeed {
    /// A feed that has sent nothing yet.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn new(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        let words = PinnedMemory::new(gpu, BYTES, "the weights")?;
        Ok(Self { stream: Stream::non_blocking(gpu)?, words, sent: [0; MAX_PROCEDURES] })
    }

    /// Writes the weights before a launch: `control` has them when this returns.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn begin(&mut self, control: &Memory, weights: &Weights) -> Result<(), Error> {
        self.sent = words(weights);
        self.copy(control)?;
        self.stream.synchronize()
    }

    /// Copies what has changed, without waiting.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn update(&mut self, control: &Memory, weights: &Weights) -> Result<(), Error> {
        let now = words(weights);
        // The words may be written again only when their last copy is done.
        if now != self.sent && self.stream.is_done()? {
            self.sent = now;
            self.copy(control)?;
        }
        Ok(())
    }

    /// Waits for what was copied.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn settle(&self) -> Result<(), Error> {
        self.stream.synchronize()
    }

    fn copy(&self, control: &Memory) -> Result<(), Error> {
        let bytes: Vec<u8> = self.sent.iter().flat_map(|weight| weight.to_ne_bytes()).collect();
        // SAFETY: no copy is under way: `begin` and `settle` end with none, and `update` asks before each.
        unsafe { self.words.write(0, &bytes) };
        // SAFETY: both sides live until the stream is synchronised, by `begin` or `settle`; the device reads the
        // weights with relaxed loads, as hints.
        unsafe { control.write_on(&self.stream, control::WEIGHTS, &self.words, BYTES) }
    }
}

/// The weights as the device has them: 1 for procedures that the program does not have.
fn words(weights: &Weights) -> [u32; MAX_PROCEDURES] {
    std::array::from_fn(|procedure| if procedure < weights.count() { weights.get(procedure) } else { 1 })
}
