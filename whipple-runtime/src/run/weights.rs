//! Weights of procedures: how far they may go. The host may change them while workers read them.

use crate::{error::Error, plan::MAX_PROCEDURES, program::ProcedureInfo};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The largest weight; the smallest is 1.
pub const LARGEST_WEIGHT: u32 = 1_000_000;

/// One weight per procedure, for [`Policy::Random`](crate::options::Policy::Random) and
/// [`Policy::Quota`](crate::options::Policy::Quota). Only their proportions matter.
///
/// Each weight is a word of its own that workers read as a hint, so all accesses are relaxed: a change acts soon, and
/// changes of several procedures may be seen one after the other.
#[doc(hidden)] // For the back ends: users have `Launcher::set_weight` and `Running::set_weight`.
#[derive(Debug)]
pub struct Weights {
    words: [AtomicU32; MAX_PROCEDURES],
    count: usize,
}

impl Weights {
    /// The weights that a program gives its procedures.
    pub fn new(procedures: &[ProcedureInfo]) -> Self {
        Self::of(procedures.iter().map(|procedure| procedure.weight))
    }

    /// These weights, moved into the range.
    pub(crate) fn of(weights: impl Iterator<Item = u32>) -> Self {
        let words = [const { AtomicU32::new(1) }; MAX_PROCEDURES];
        let mut count = 0;
        for (word, weight) in words.iter().zip(weights) {
            word.store(weight.clamp(1, LARGEST_WEIGHT), Relaxed);
            count += 1;
        }
        Self { words, count }
    }

    /// The number of procedures.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The weight of a procedure, by its index in the program.
    ///
    /// # Panics
    /// When the program has no such procedure.
    #[inline]
    pub fn get(&self, procedure: usize) -> u32 {
        self.words[..self.count][procedure].load(Relaxed)
    }

    /// Changes the weight of a procedure, by its index in the program.
    ///
    /// # Panics
    /// When the program has no such procedure.
    ///
    /// # Errors
    /// [`Error::Options`] when the weight is not in `1..=`[`LARGEST_WEIGHT`].
    pub fn set(&self, procedure: usize, weight: u32) -> Result<(), Error> {
        if !(1..=LARGEST_WEIGHT).contains(&weight) {
            let reason = format!("a weight is 1 to {LARGEST_WEIGHT}");
            return Err(Error::Options { option: "weight", value: weight.to_string(), reason });
        }
        self.words[..self.count][procedure].store(weight, Relaxed);
        Ok(())
    }
}
