//! Attending to a kernel that runs: telling its progress, printing for it, stopping it.

use super::{
    abi::{control, flags},
    observe::Observation,
    print::Prints,
    weights::WeightFeed,
};
use crate::driver::{Event, Gpu, Memory, Stream};
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use whipple_runtime::{
    control::{RunControl, Stop},
    error::Error,
    weights::Weights,
};

/// How long the host looks at the kernel without a pause. Most runs end within it.
const ATTENTIVE: Duration = Duration::from_millis(2);
/// Its pause between two looks after that. A request to stop waits for it, once.
const PAUSE: Duration = Duration::from_micros(100);
/// The time between two looks at the progress.
const PROGRESS: Duration = Duration::from_millis(1);

/// What the host does while a kernel runs.
pub struct Attended<'a> {
    /// Says when to stop, and takes the progress.
    pub control: &'a RunControl,
    /// Where the kernel tells its progress.
    pub observation: Option<&'a mut Observation>,
    /// What may change, and how it gets to the device.
    pub weights: Option<(&'a mut WeightFeed, &'a Weights)>,
    /// What the tasks print.
    pub prints: Option<&'a mut Prints>,
}

/// Talks to the device beside the kernel's stream.
pub struct Watch {
    /// For words to the device.
    words: Stream,
    /// For copies from it, which may wait for those of other engines.
    copies: Stream,
}

impl Watch {
    fn new(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        Ok(Self { words: Stream::urgent(gpu)?, copies: Stream::urgent(gpu)? })
    }

    /// Waits until `end` is reached, and attends to the kernel meanwhile, whose control words are `words`. When its control wants it to
    /// stop, stops it and says why. The watch of an engine, in `slot`, is made when it is needed for the first time.
    ///
    /// The kernel has ended when this returns, also with an error: it works with memory of the caller's.
    ///
    /// # Errors
    /// What the driver meets, also for a kernel that failed.
    pub fn attend(
        slot: &mut Option<Self>,
        gpu: &Arc<Gpu>,
        words: &Memory,
        attended: Attended<'_>,
        end: &Event,
    ) -> Result<Option<Stop>, Error> {
        let outcome = Self::get(slot, gpu).and_then(|watch| watch.follow(words, attended, end));
        if outcome.is_err() {
            if let Some(watch) = slot {
                // SAFETY: the stream is synchronised below.
                let _ = unsafe { words.write_word_on(&watch.words, control::FLAGS, flags::CANCEL) };
            }
            // The first error says more than these would.
            let _ = end.synchronize();
            if let Some(watch) = slot {
                let _ = watch.words.synchronize();
                let _ = watch.copies.synchronize();
            }
        }
        outcome
    }

    fn get<'a>(slot: &'a mut Option<Self>, gpu: &Arc<Gpu>) -> Result<&'a Self, Error> {
        Ok(match slot {
            Some(watch) => watch,
            none => none.insert(Self::new(gpu)?),
        })
    }

    fn follow(&self, words: &Memory, mut attended: Attended<'_>, end: &Event) -> Result<Option<Stop>, Error> {
        let begin = Instant::now();
        let mut told = begin;
        let mut stopped = None;
        while !end.is_done()? {
            if stopped.is_none() {
                stopped = attended.control.stop();
                if stopped.is_some() {
                    // The kernel may set other bits of the word at the same time, and lose them to this write, or this one to
                    // them. In both cases it sees a word that is not zero and leaves; the run is over whatever the bits say.
                    // SAFETY: the words' stream is synchronised below.
                    unsafe { words.write_word_on(&self.words, control::FLAGS, flags::CANCEL)? };
                }
            }
            if let Some((feed, weights)) = &mut attended.weights {
                feed.update(words, weights)?;
            }
            if let Some(prints) = &mut attended.prints {
                prints.drain(attended.control.printer());
            }
            if let Some(observation) = &mut attended.observation
                && attended.control.is_watched()
                && told.elapsed() >= PROGRESS
            {
                observation.tell(&self.copies, attended.control)?;
                told = Instant::now();
            }
            if begin.elapsed() < ATTENTIVE {
                thread::yield_now();
            } else {
                thread::sleep(PAUSE);
            }
        }
        self.words.synchronize()?;
        self.copies.synchronize()?;
        if let Some(observation) = attended.observation {
            observation.settle();
        }
        if let Some((feed, _)) = attended.weights {
            feed.settle()?;
        }
        Ok(stopped)
    }
}
