//! What the host does when queue memory runs out: the queues grow, or, at their limit, tasks wait in host memory.
//!
//! A suspended kernel has written its local queues to global memory. The host takes them, and the initial tasks that nobody has
//! started, into its reserve; where the queues cannot grow it also empties chunks into the reserve. The next launch gets tasks of the
//! reserve as its seeds, and the run goes on until a launch ends with an empty reserve.
//!
//! At the limit everything is taken out, and as many tasks go back as fill the device's threads, of the last procedures first. A
//! launch that ran fewer than it was given held too many that blocked each other: fewer go back (`Pace`), down to one task on an
//! empty device. If that does not run either, the limit is too low. So it is where more tasks wait on the host than that may hold.

use super::{
    queues::Queues,
    reserve::{Attempt, Pace, Reserve, Stuck},
    saved::SavedAreas,
};
use crate::{
    driver::{Gpu, Stream},
    engine::common::{
        abi::{Image, control},
        seeds::{Feed, SeedMemory},
    },
};
use std::sync::Arc;
use whipple_runtime::{error::Error, host_memory};

/// Tasks outside the queues, and the pace at which they go back.
pub struct Swap {
    gpu: Arc<Gpu>,
    saved: SavedAreas,
    /// Bytes of a work item of each procedure.
    sizes: Vec<usize>,
    reserve: Reserve,
    /// Made when it is needed first, with as much room as all local queues have.
    feed: Option<Feed>,
    /// Whether the launch reads the feed, not the seeds of the run.
    feeding: bool,
    /// Tasks of the feed.
    given: usize,
    pace: Pace,
    /// The most bytes of tasks on the host, once that is known.
    host_limit: Option<usize>,
    /// Tasks that had run before the launch.
    ran: u64,
    suspensions: u64,
    swapped_bytes: u64,
}

/// How a suspended run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resumption {
    /// With so many hand-overs that wait for a block.
    Go(u32),
    /// Not at all: a single task on an empty device could not run.
    Stuck,
    /// Not at all: on the host are more tasks than there may be, with this limit in bytes.
    HostFull(usize),
}

impl Swap {
    /// Nothing swapped, of procedures whose items have `sizes` bytes, and tasks `threads` threads. `host_limit` is the most bytes on the host;
    /// `None` for half of what that has left.
    pub fn new(
        gpu: &Arc<Gpu>,
        saved: SavedAreas,
        sizes: Vec<usize>,
        threads: Vec<usize>,
        host_limit: Option<usize>,
    ) -> Self {
        Self {
            gpu: gpu.clone(),
            saved,
            reserve: Reserve::new(sizes.clone(), threads),
            sizes,
            feed: None,
            feeding: false,
            given: 0,
            pace: Pace::Free,
            host_limit,
            ran: 0,
            suspensions: 0,
            swapped_bytes: 0,
        }
    }

    /// Starts a run from its own seeds. Forgets what an earlier one left, if it is `dirty`.
    ///
    /// # Errors
    /// What the driver met.
    pub fn begin(&mut self, dirty: bool) -> Result<(), Error> {
        if dirty {
            self.saved.clear()?;
            self.reserve.clear();
        }
        (self.feeding, self.given, self.pace) = (false, 0, Pace::Free);
        (self.ran, self.suspensions, self.swapped_bytes) = (0, 0, 0);
        Ok(())
    }

    /// The saved areas.
    pub fn saved(&self) -> &SavedAreas {
        &self.saved
    }

    /// How often the run was suspended.
    pub fn suspensions(&self) -> u64 {
        self.suspensions
    }

    /// Bytes of work items that the run moved to the host.
    pub fn swapped_bytes(&self) -> u64 {
        self.swapped_bytes
    }

    /// Tasks of a procedure on the host.
    pub fn length(&self, procedure: usize) -> usize {
        self.reserve.length(procedure)
    }

    /// Device address and number of each procedure's initial tasks in the next launch; `seeds` are the run's.
    pub fn initial(&self, seeds: &SeedMemory) -> (Vec<u64>, Vec<u32>) {
        match &self.feed {
            Some(feed) if self.feeding => (feed.addresses(), feed.counts()),
            _ => (seeds.addresses(), seeds.counts()),
        }
    }

    /// After a launch of `threads` threads that was suspended: makes the next one ready. The queues grow up to `limit` chunks; at
    /// the limit, and where the device has no memory left, their tasks come to the host. No kernel may be running.
    ///
    /// # Errors
    /// What the driver met.
    pub fn resume(
        &mut self,
        image: &Image,
        seeds: &SeedMemory,
        stream: &Stream,
        (queues, limit): (&mut Queues, usize),
        threads: usize,
    ) -> Result<Resumption, Error> {
        self.suspensions += 1;
        let total = (0..self.sizes.len()).map(|p| image.long(control::TASKS + 8 * p)).sum::<u64>();
        let ran = total - std::mem::replace(&mut self.ran, total);
        let grown = match (queues.chunks() < limit).then(|| queues.grow(limit)) {
            None | Some(Err(Error::OutOfMemory { .. })) => None,
            Some(grown) => Some(grown?),
        };
        // Older tasks go to the reserve first: seeds, then exported ones, then those of the local queues.
        let (_, counts) = self.initial(seeds);
        let fetched = self.saved.fetch(stream)?;
        for (procedure, &end) in counts.iter().enumerate() {
            // Blocks count past the end.
            let first = image.word(control::SEEDS + 4 * procedure);
            if first >= end {
                continue;
            }
            let items = match &self.feed {
                Some(feed) if self.feeding => feed.read(procedure, first, end, self.sizes[procedure])?,
                _ => seeds.read(procedure, first, end, self.sizes[procedure])?,
            };
            self.reserve.push(procedure, &items);
        }
        let waiting = match grown {
            Some(waiting) => waiting,
            None => {
                self.swapped_bytes += queues.swap_out(&mut self.reserve)?;
                0
            }
        };
        self.swapped_bytes += fetched.add_to(&mut self.reserve, &self.sizes);
        if grown.is_none() {
            let limit = *self.host_limit.get_or_insert_with(half_of_the_host);
            if self.reserve.bytes() > limit {
                return Ok(Resumption::HostFull(limit));
            }
            match self.pace.suspended(Attempt { given: self.given, ran }, threads) {
                Ok(pace) => self.pace = pace,
                Err(Stuck) => return Ok(Resumption::Stuck),
            }
        }
        self.feed()?;
        Ok(Resumption::Go(waiting))
    }

    /// After a launch of `threads` threads that ended: whether tasks wait on the host. The next launch, which runs some of them, is
    /// ready then.
    ///
    /// # Errors
    /// What the driver met.
    pub fn go_on(&mut self, image: &Image, threads: usize) -> Result<bool, Error> {
        if self.reserve.tasks() == 0 {
            // Once there may have been very many.
            self.reserve.clear();
            return Ok(false);
        }
        self.ran = (0..self.sizes.len()).map(|p| image.long(control::TASKS + 8 * p)).sum();
        self.pace = self.pace.ended(threads);
        self.feed()?;
        Ok(true)
    }

    /// Forgets the tasks of a run that cannot go on.
    pub fn abandon(&mut self) {
        self.reserve.clear();
    }

    /// Gives tasks of the reserve to the next launch, as its seeds.
    fn feed(&mut self) -> Result<(), Error> {
        let room = self.saved.bytes();
        let feed = match &mut self.feed {
            Some(feed) => feed,
            none => none.insert(Feed::new(&self.gpu, room, self.sizes.len())?),
        };
        let items = self.reserve.take(self.pace.threads(), room);
        feed.fill(&items, &self.sizes)?;
        self.given = feed.counts().iter().map(|count| *count as usize).sum();
        self.feeding = true;
        Ok(())
    }
}

/// The default of `Options::host_memory`.
fn half_of_the_host() -> usize {
    /// Where nothing says what the host has.
    const UNKNOWN: usize = 4 << 30;
    host_memory::free().map_or(UNKNOWN, |free| free / 2)
}
