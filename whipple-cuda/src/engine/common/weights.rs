//! The weights of the procedures on their way to the device, before a launch and while the kernel runs.

use super::abi::control;
use crate::driver::{Gpu, Memory, Stream};
use std::sync::Arc;
use whipple_runtime::{error::Error, plan::MAX_PROCEDURES, weights::Weights};

/// Writes weights to `Control::weights`, which policies read as hints.
pub struct WeightFeed {
    /// Beside the kernel's: its words arrive while the kernel runs.
    stream: Stream,
    sent: [Option<u32>; MAX_PROCEDURES],
}

impl WeightFeed {
    /// A feed that has sent nothing yet.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn new(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        Ok(Self { stream: Stream::urgent(gpu)?, sent: [None; MAX_PROCEDURES] })
    }

    /// Writes the weights before a launch: `control` has them when this returns.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn begin(&mut self, control: &Memory, weights: &Weights) -> Result<(), Error> {
        self.sent = [None; MAX_PROCEDURES];
        self.update(control, weights)?;
        self.settle()
    }

    /// Writes what has changed, without waiting.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn update(&mut self, control: &Memory, weights: &Weights) -> Result<(), Error> {
        for (procedure, sent) in self.sent.iter_mut().enumerate().take(weights.count()) {
            let weight = weights.get(procedure);
            if *sent != Some(weight) {
                // SAFETY: `control` lives until the stream is synchronised, by `begin` or `settle`; the device reads the weights with
                // relaxed loads, as hints.
                unsafe { control.write_word_on(&self.stream, control::WEIGHTS + 4 * procedure, weight)? };
                *sent = Some(weight);
            }
        }
        Ok(())
    }

    /// Waits for what was written.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn settle(&self) -> Result<(), Error> {
        self.stream.synchronize()
    }
}
