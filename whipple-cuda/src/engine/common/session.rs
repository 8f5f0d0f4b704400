//! What a prepared program holds of a device, whatever its scheduler, and how it launches and waits.

use super::{
    abi::{CONTROL, Image},
    joins::Joins,
    observe::Observation,
    print::Prints,
    seeds::SeedMemory,
    watch::{Attended, Watch},
    weights::WeightFeed,
};
use crate::driver::{Event, Gpu, Memory, PinnedMemory, Stream};
use std::{sync::Arc, time::Duration};
use whipple_runtime::{
    backend::{ProgramDescription, Run},
    control::Stop,
    error::Error,
    options::{Options, Policy},
};

/// Which time on the device a report tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// That of all launches: what the host does between them is not the scheduler's work.
    Launches,
    /// From the first launch to the end of the last: the host plans between them.
    Run,
}

/// A program on a device.
pub struct Session {
    pub gpu: Arc<Gpu>,
    pub program: ProgramDescription,
    /// All that a run enqueues comes before or after its launches in this stream.
    pub stream: Stream,
    /// `Control`, then what the scheduler has beside it.
    pub words: Memory,
    /// The initial tasks of the run.
    pub seeds: SeedMemory,
    /// Where the words go after a launch.
    image: PinnedMemory,
    /// For programs whose tasks have outputs.
    joins: Option<Joins>,
    /// For programs that print.
    prints: Option<Prints>,
    /// For policies that ask for weights.
    weights: Option<WeightFeed>,
    /// Made when a run is to be attended to for the first time.
    watch: Option<Watch>,
    timing: Timing,
    start: Event,
    end: Event,
    launches: u64,
    /// What they took, where each is timed.
    seconds: f64,
}

/// What a launch came to.
pub struct Launched {
    pub image: Image,
    /// Why the host stopped the kernel.
    pub stop: Option<Stop>,
}

/// What a session has.
#[derive(Clone, Copy, Debug)]
pub struct Sizes<'a> {
    /// Bytes of words behind `Control`.
    pub state: usize,
    /// What the program is prepared with: memory for joins, whether tasks print.
    pub options: &'a Options,
    /// Whether a part of the memory for joins is for the stacks of threads.
    pub depth_first: bool,
}

impl Session {
    /// A session under a resolved policy.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(
        gpu: &Arc<Gpu>,
        program: ProgramDescription,
        policy: Policy,
        Sizes { state, options, depth_first }: Sizes<'_>,
        timing: Timing,
    ) -> Result<Self, Error> {
        Ok(Self {
            joins: Joins::new(gpu, &program, options.join_memory, depth_first)?,
            prints: Prints::new(gpu, &program, options)?,
            words: Memory::zeroed(gpu, CONTROL + state, "the control words")?,
            image: PinnedMemory::new(gpu, CONTROL + state, "the control words")?,
            seeds: SeedMemory::new(program.procedures.len()),
            weights: policy.is_weighted().then(|| WeightFeed::new(gpu)).transpose()?,
            watch: None,
            stream: Stream::non_blocking(gpu)?,
            start: Event::new(gpu)?,
            end: Event::new(gpu)?,
            gpu: gpu.clone(),
            program,
            timing,
            launches: 0,
            seconds: 0.0,
        })
    }

    /// Starts a run: its initial tasks are on the device when this returns.
    ///
    /// # Errors
    /// Too many of them, too little memory, or what the driver met.
    ///
    /// # Safety
    /// The seeds of the run must hold valid items of their procedures.
    pub unsafe fn begin(&mut self, run: &Run<'_>) -> Result<(), Error> {
        self.gpu.bind()?;
        if !run.seeds_unchanged {
            // SAFETY: the caller's contract.
            unsafe { self.seeds.upload(&self.gpu, run.seeds, self.program.procedures)? };
        }
        (self.launches, self.seconds) = (0, 0.0);
        self.prints.as_mut().map_or(Ok(()), Prints::begin)?;
        self.joins.as_mut().map_or(Ok(()), |joins| joins.begin(&self.stream, run))
    }

    /// Whether the run is to stop. Without tasks there is nothing to stop, whatever the limit.
    pub fn stop(&self, run: &Run<'_>) -> Option<Stop> {
        run.control.stop().filter(|_| !self.seeds.is_empty())
    }

    /// Launches what `enqueue` puts into the stream, attends to it and waits. Kernels look at the flags of `Control` to be stopped.
    ///
    /// # Errors
    /// What the driver met. All has ended then, too.
    pub fn launch(
        &mut self,
        run: &Run<'_>,
        observation: Option<&mut Observation>,
        enqueue: impl FnOnce(&Stream) -> Result<(), Error>,
    ) -> Result<Launched, Error> {
        if let Some(feed) = &mut self.weights {
            // After whatever has written the control words in the stream.
            self.stream.synchronize()?;
            feed.begin(&self.words, run.weights)?;
        }
        let length = self.words.len();
        let launched = self.enqueue(enqueue).and_then(|()| {
            let stop = self.attend(run, observation)?;
            Ok(Launched { image: self.read(length)?, stop })
        });
        self.waited(run, launched)
    }

    /// As [`launch`](Self::launch) for kernels that are too short to be stopped. Reads only `state` bytes behind `Control`.
    ///
    /// # Errors
    /// What the driver met. All has ended then, too.
    pub fn launch_short(
        &mut self,
        run: &Run<'_>,
        state: usize,
        enqueue: impl FnOnce(&Stream) -> Result<(), Error>,
    ) -> Result<Launched, Error> {
        let image = self.enqueue(enqueue).and_then(|()| self.read(CONTROL + state));
        self.waited(run, image.map(|image| Launched { image, stop: None }))
    }

    /// Takes the outputs of initial tasks, after a run that has ended.
    ///
    /// # Errors
    /// What the driver met.
    pub fn read_outputs(&self, run: &Run<'_>) -> Result<(), Error> {
        self.joins.as_ref().map_or(Ok(()), |joins| joins.read_outputs(run.roots))
    }

    /// Bytes of the records of joins that the run has used.
    ///
    /// # Errors
    /// What the driver met.
    pub fn join_bytes(&self) -> Result<u64, Error> {
        self.joins.as_ref().map_or(Ok(0), Joins::used)
    }

    /// How many lines had no room.
    ///
    /// # Errors
    /// What the driver met.
    pub fn dropped_lines(&self) -> Result<u64, Error> {
        self.prints.as_ref().map_or(Ok(0), Prints::dropped)
    }

    /// How many continuations of each procedure wait for their children, after a run that was stopped.
    ///
    /// # Errors
    /// What the driver met.
    pub fn waiting(&self) -> Result<Vec<u64>, Error> {
        self.joins.as_ref().map_or(Ok(Vec::new()), |joins| joins.waiting(self.program.procedures.len()))
    }

    /// The time on the device so far.
    ///
    /// # Errors
    /// What the driver met.
    pub fn device_time(&self) -> Result<Duration, Error> {
        let seconds = match self.timing {
            Timing::Run if self.launches > 0 => self.between_events()?,
            _ => self.seconds,
        };
        Ok(Duration::from_secs_f64(seconds))
    }

    fn enqueue(&mut self, enqueue: impl FnOnce(&Stream) -> Result<(), Error>) -> Result<(), Error> {
        if self.timing == Timing::Launches || self.launches == 0 {
            self.start.record(&self.stream)?;
        }
        self.launches += 1;
        if self.launches == 1 && (self.joins.is_some() || self.prints.is_some()) {
            // Later launches of the run find the words as this one leaves them. Kernels in other streams do not wait for this one.
            self.joins.as_ref().map_or(Ok(()), |joins| joins.announce(&self.words, &self.stream))?;
            self.prints.as_ref().map_or(Ok(()), |prints| prints.announce(&self.words, &self.stream))?;
            self.stream.synchronize()?;
        }
        enqueue(&self.stream)?;
        self.end.record(&self.stream)
    }

    /// Waits also where something failed: what was launched works with memory of the caller's.
    fn waited(&mut self, run: &Run<'_>, launched: Result<Launched, Error>) -> Result<Launched, Error> {
        if launched.is_err() {
            // The first error says more than this would.
            let _ = self.stream.synchronize();
        }
        if let Some(prints) = &mut self.prints {
            prints.finish(run.control.printer());
        }
        launched
    }

    /// Attends to the kernels, where somebody may want something of them, until they end. Says why it stopped them.
    fn attend(&mut self, run: &Run<'_>, observation: Option<&mut Observation>) -> Result<Option<Stop>, Error> {
        if self.seeds.is_empty() || !(run.control.is_attended() || self.weights.is_some() || self.prints.is_some()) {
            return Ok(None);
        }
        let weights = self.weights.as_mut().map(|feed| (feed, run.weights));
        let attended = Attended { control: run.control, observation, weights, prints: self.prints.as_mut() };
        Watch::attend(&mut self.watch, &self.gpu, &self.words, attended, &self.end)
    }

    /// Waits for the stream and takes the first bytes of the words.
    fn read(&mut self, length: usize) -> Result<Image, Error> {
        // SAFETY: `image` is read only after the stream is done.
        unsafe { self.words.read_on(&self.stream, 0, &self.image, length)? };
        self.stream.synchronize()?;
        let mut bytes = vec![0; length];
        // SAFETY: the copy into `image` is done.
        unsafe { self.image.read(0, &mut bytes) };
        if self.timing == Timing::Launches {
            self.seconds += self.between_events()?;
        }
        Ok(Image::new(bytes))
    }

    fn between_events(&self) -> Result<f64, Error> {
        Ok(f64::from(self.end.milliseconds_since(&self.start)?) / 1e3)
    }
}

/// A run without tasks, and one that fails before its first launch, leave memsets in the stream: the memory must outlive them.
impl Drop for Session {
    fn drop(&mut self) {
        // Nobody is left to be told of an error.
        let _ = self.gpu.bind().and_then(|()| self.stream.synchronize());
    }
}
