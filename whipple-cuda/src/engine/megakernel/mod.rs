//! The default scheduler, a megakernel with local queues: preparing, launching, resuming. Protocol: `device/schedulers/megakernel/README.md`.

mod abi;
pub(super) mod fitting;
mod kernel;
pub(super) mod layout;
mod learnt;
mod pool;
mod queues;
mod reserve;
mod saved;
mod settings;
pub(super) mod shape;
pub(super) mod spawns;
mod swap;

pub use settings::settings;

use super::common::{
    abi::{Arguments, Image, control, flags},
    observe::Observation,
    prepared::{Next, Prepared, ReadyEngine, left_early},
    session::{Launched, Session, Sizes, Timing},
};
use crate::driver::Gpu;
use abi::{KernelParameters, Known};
use kernel::{Kernel, Wanted};
use layout::{Split, seed_grain};
use learnt::Learnt;
use pool::{INITIAL_CHUNKS_PER_BLOCK, Limit};
use queues::Queues;
use saved::SavedAreas;
use spawns::Spawns;
use std::sync::Arc;
use swap::{Resumption, Swap};
use whipple_runtime::{
    backend::{Engine, ProgramDescription, Run},
    error::{Error, Waiting},
    facts::item_bytes,
    options::Options,
    program::ProcedureInfo,
    report::Report,
};

/// A program that is prepared as a megakernel.
struct Megakernel {
    procedures: &'static [ProcedureInfo],
    kernel: Kernel,
    queues: Queues,
    limit: Limit,
    swap: Swap,
    observation: Option<Observation>,
    /// What earlier runs have shown.
    learnt: Learnt,
    /// What this one begins with.
    known: Known,
}

/// Prepares a program: compiles it (cached on disk), chooses how many worker blocks are resident and how their shared
/// memory is divided, and allocates the queues.
///
/// # Errors
/// A missing compiler, a rejected source, options that do not fit, too little memory.
pub fn prepare(
    gpu: &Arc<Gpu>,
    program: ProgramDescription,
    options: &Options,
    split: Split,
) -> Result<Box<dyn Engine>, Error> {
    let procedures = program.procedures;
    let spawns = Spawns::new(procedures, program.plan, options);
    let wanted = Wanted { gpu, program, options, spawns: &spawns, split };
    let kernel = Kernel::new(wanted)?;
    let chunk_bytes = kernel.layout.chunk_bytes as usize;
    let limit = Limit::new(wanted, chunk_bytes)?;
    let chunks = pool::initial(wanted, &kernel)?.min(limit.chunks);
    let blocks = kernel.grid as usize;
    let saved = SavedAreas::new(gpu, kernel.layout.saved_bytes(procedures), blocks)?;
    let prepared = Megakernel {
        procedures,
        queues: Queues::new(gpu, procedures.len(), chunk_bytes, chunks, blocks)?,
        limit,
        swap: Swap::new(
            gpu,
            saved,
            procedures.iter().map(item_bytes).collect(),
            procedures.iter().map(|procedure| procedure.threads as usize).collect(),
            options.host_memory,
        ),
        observation: Observation::new(gpu, procedures, options, kernel.grid)?,
        kernel,
        learnt: Learnt::default(),
        known: Known::default(),
    };
    let session = Session::new(
        gpu,
        program,
        options.policy.resolve(program.plan),
        Sizes { state: 0, options, depth_first: options.dives() },
        Timing::Launches,
    )?;
    Ok(Box::new(ReadyEngine::new(session, prepared)))
}

impl Megakernel {
    fn parameters(&self, session: &Session) -> KernelParameters {
        let [rings, ring_slots, handoff, chunks, counts] = self.queues.addresses();
        let (seeds, seed_count) = self.swap.initial(&session.seeds);
        let Kernel { layout, block_threads, grid, .. } = &self.kernel;
        let grain = |((procedure, count), capacity): ((&ProcedureInfo, &u32), &u32)| {
            seed_grain(procedure, self.procedures.len(), *count, *block_threads, *grid, *capacity)
        };
        let with_counts = self.procedures.iter().zip(&seed_count);
        KernelParameters {
            addresses: [
                session.words.address(),
                rings,
                ring_slots,
                handoff,
                chunks,
                counts,
                self.swap.saved().address(),
                self.queues.kept(INITIAL_CHUNKS_PER_BLOCK),
            ],
            seeds,
            saved_stride: self.swap.saved().stride() as u64,
            ring_mask: self.queues.ring_mask(),
            chunk_bytes: layout.chunk_bytes,
            seed_grain: with_counts.zip(&layout.capacity).map(grain).collect(),
            seed_count,
            item_bytes: self.procedures.iter().map(|p| item_bytes(p) as u32).collect(),
            capacity: layout.capacity.clone(),
            local_offset: layout.local_offset.clone(),
            chunk_capacity: layout.chunk_capacity.clone(),
            share_capacity: layout.share_capacity.clone(),
            scratch_offset: layout.scratch_offset,
            scratch_per_warp: layout.scratch_per_warp,
            stash_keep: self.stash_keep(),
            known: self.known,
            kept_most: self.queues.kept_most(self.limit.chunks) as u32,
            observed: self.observation.as_ref().map_or(0, Observation::address),
        }
    }

    /// Chunks that a block keeps for later: half a stash, but where the queues cannot grow, all blocks together at most a quarter.
    fn stash_keep(&self) -> u32 {
        let (chunks, blocks) = (self.queues.chunks(), self.kernel.grid as usize);
        let fair = if chunks < self.limit.chunks { usize::MAX } else { chunks / (4 * blocks) };
        fair.min(abi::STASH / 2) as u32
    }

    /// Threads of all worker blocks.
    fn threads(&self) -> usize {
        (self.kernel.grid * self.kernel.block_threads) as usize
    }

    /// Sets the control words for another launch of the same run, with `waiting` hand-overs in the hand-off ring.
    fn rearm(&self, session: &Session, image: &mut Image, waiting: u32) -> Result<(), Error> {
        image.set_word(control::HEAD, 0);
        image.set_word(control::TAIL, waiting);
        image.set_word(control::FLAGS, 0);
        image.set_word(control::STARTED, 0);
        for procedure in 0..self.procedures.len() {
            image.set_word(control::SEEDS + 4 * procedure, 0);
        }
        session.words.write(0, image.control())
    }

    /// The error of a run whose tasks, all on the host then, cannot run within a limit. Forgets them.
    fn exhausted(&mut self, image: &Image, limit_bytes: usize) -> Error {
        let blocked = image.word(control::STARVED_PROCEDURE) as usize;
        let longest = (0..self.procedures.len()).max_by_key(|p| self.swap.length(*p)).unwrap_or(0);
        let index = if self.swap.length(longest) > 0 { longest } else { blocked.saturating_sub(1) };
        let length = self.swap.length(index) as u64;
        self.swap.abandon();
        Error::QueueMemory {
            procedure: self.procedures[index].name.to_owned(),
            length,
            limit_bytes: limit_bytes as u64,
            waiting: Waiting::default(),
        }
    }

    /// After a suspension: makes room, so that the run goes on.
    fn resume(&mut self, session: &Session, image: &mut Image) -> Result<Next, Error> {
        let threads = self.threads();
        let queues = (&mut self.queues, self.limit.chunks);
        match self.swap.resume(image, &session.seeds, &session.stream, queues, threads)? {
            Resumption::Go(waiting) => self.rearm(session, image, waiting).map(|()| Next::Launch),
            Resumption::Stuck => Err(self.exhausted(image, self.limit.bytes)),
            Resumption::HostFull(host) => Err(self.exhausted(image, self.limit.bytes.saturating_add(host))),
        }
    }
}

impl Prepared for Megakernel {
    fn begin(&mut self, session: &Session, run: &Run<'_>, dirty: bool) -> Result<Next, Error> {
        if dirty {
            self.queues.reset()?;
        }
        self.swap.begin(dirty)?;
        // SAFETY: nothing else uses the control words before the launch in the same stream.
        unsafe { session.words.set_on(&session.stream, 0, 0, session.words.len())? };
        if let Some(observation) = &mut self.observation
            && (observation.measures() || run.control.is_watched())
        {
            observation.begin(&session.seeds.counts())?;
            run.control.count();
        }
        self.known = self.learnt.begin(run.parameters);
        Ok(Next::Launch)
    }

    unsafe fn launch(&mut self, session: &mut Session, run: &Run<'_>) -> Result<Launched, Error> {
        if let Some(observation) = &self.observation {
            observation.before_launch(self.queues.chunks())?;
        }
        let mut arguments = Arguments::new([run.parameters, &self.parameters(session).encode()]);
        let Kernel { function, grid, block_threads, layout, .. } = &self.kernel;
        let launched = session.launch(run, self.observation.as_mut(), |stream| {
            // SAFETY: the kernel takes the program's struct and `Parameters<N>`; both buffers have these layouts, which the
            // static_asserts of the device library and of the program check. All memory that the parameters name belongs to
            // `self`, to the session, or to buffers that the program value holds, until the session has waited.
            unsafe { function.launch(*grid, *block_threads, layout.dynamic_shared, stream, &mut arguments.pointers()) }
        })?;
        if let Some(observation) = &mut self.observation {
            observation.after_launch()?;
        }
        Ok(launched)
    }

    fn after(&mut self, session: &Session, _run: &Run<'_>, image: &mut Image) -> Result<Next, Error> {
        let left = image.word(control::FLAGS);
        if left & flags::SUSPEND != 0 {
            return self.resume(session, image);
        }
        if left & flags::ENDED == 0 {
            return Err(left_early());
        }
        if self.swap.go_on(image, self.threads())? {
            self.rearm(session, image, 0)?;
            return Ok(Next::Launch);
        }
        self.learnt.end([image.long(control::TRIED), image.long(control::TRIED + 8)]);
        Ok(Next::Ended)
    }

    fn report(&mut self, image: &Image, report: &mut Report) -> Result<(), Error> {
        report.chunks = image.long(control::EXPORTED) + image.long(control::HANDED_OVER);
        report.workers = self.kernel.grid;
        report.block_threads = self.kernel.block_threads;
        report.suspensions = self.swap.suspensions();
        report.swapped_bytes = self.swap.swapped_bytes();
        report.queue_bytes = self.queues.bytes() as u64;
        match &mut self.observation {
            Some(observation) => observation.report(report),
            None => Ok(()),
        }
    }
}
