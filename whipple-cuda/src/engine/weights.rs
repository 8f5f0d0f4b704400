//! The weights of the procedures on their way to the device, before a launch and while the kernel runs.

use super::layout::control;
use crate::driver::{Event, Gpu, Memory, PinnedMemory, Stream};
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use whipple_runtime::{error::Error, plan::MAX_PROCEDURES, weights::Weights};

const BYTES: usize = 4 * MAX_PROCEDURES;
/// How long the host looks at the kernel without a pause. Most runs end within it.
const ATTENTIVE: Duration = Duration::from_millis(2);
/// Its pause between two looks after that.
const PAUSE: Duration = Duration::from_micros(100);

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

    /// Copies what changes until `end` is reached, and waits for it.
    ///
    /// # Errors
    /// What the driver meets.
    pub fn follow(&mut self, control: &Memory, weights: &Weights, end: &Event) -> Result<(), Error> {
        let begin = Instant::now();
        while !end.is_done()? {
            let now = words(weights);
            // The words may be written again only when their last copy is done.
            if now != self.sent && self.stream.is_done()? {
                self.sent = now;
                self.copy(control)?;
            }
            if begin.elapsed() < ATTENTIVE {
                thread::yield_now();
            } else {
                thread::sleep(PAUSE);
            }
        }
        self.stream.synchronize()
    }

    fn copy(&self, control: &Memory) -> Result<(), Error> {
        let bytes: Vec<u8> = self.sent.iter().flat_map(|weight| weight.to_ne_bytes()).collect();
        // SAFETY: no copy is under way: `begin` and `follow` end with none, and `follow` asks before each.
        unsafe { self.words.write(0, &bytes) };
        // SAFETY: both sides live until the stream is synchronised at the end of `begin` or `follow`; the device reads the
        // weights with relaxed loads, as hints.
        unsafe { control.write_on(&self.stream, control::WEIGHTS, &self.words, BYTES) }
    }
}

/// The weights as the device has them: 1 for procedures that the program does not have.
fn words(weights: &Weights) -> [u32; MAX_PROCEDURES] {
    std::array::from_fn(|procedure| if procedure < weights.count() { weights.get(procedure) } else { 1 })
}
