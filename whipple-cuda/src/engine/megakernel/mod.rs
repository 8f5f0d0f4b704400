//! The default scheduler, a megakernel with local queues: compiling, laying out, launching, resuming, reporting. Protocol:
//! `device/scheduler/README.md`.

mod abi;
pub(super) mod layout;
mod learnt;
mod queues;
mod reserve;
mod saved;
pub(super) mod shape;
pub(super) mod spawns;
mod swap;

use super::common::{
    abi::{CONTROL, ControlImage, aligned, control, flags, item_bytes},
    blocks::{barrier_names, no_block_fits},
    budget::initial_queue_memory,
    large::common_settings,
    observe::Observation,
    seeds::{self, SeedMemory},
    watch::{Attended, Watch},
    weights::WeightFeed,
};
use crate::{
    cache::Cache,
    compile::{Text, Variant, compile_first},
    driver::{Event, Function, Gpu, Memory, Module, PinnedMemory, Stream},
    settings::Settings,
};
use abi::{KernelParameters, Known};
use layout::{Layout, Split};
use learnt::Learnt;
use queues::Queues;
use saved::SavedAreas;
use shape::{Multiprocessor, Shape};
use spawns::Spawns;
use std::{iter, sync::Arc};
use swap::{Resumption, Swap};
use whipple_runtime::{
    backend::{Engine, ProgramDescription, Run},
    control::{RunControl, Stop},
    error::Error,
    options::Options,
    program::ProcedureInfo,
    report::Report,
};

/// What the room in the local queues decides about the code.
#[derive(Clone, Copy)]
struct Rooms {
    /// Spawns need a way past the local queues.
    overflow: bool,
    /// Even empty queues do not hold what just any round may spawn: each round counts what its own tasks may.
    counted: bool,
}

impl Rooms {
    /// What a layout asks for.
    fn of(layout: &Layout, procedures: &[ProcedureInfo], spawns: &Spawns, block_threads: u32) -> Self {
        Self {
            overflow: !layout.holds_rounds(procedures, block_threads, spawns),
            counted: !layout.fits_rounds(procedures, block_threads, spawns),
        }
    }
}

/// How a program is compiled for this scheduler, without a look at a GPU.
pub fn settings(program: ProgramDescription, options: &Options) -> Result<Settings, Error> {
    // As many registers as they come to, and the larger code of a way past the local queues.
    let block_threads = Shape::new(program, options, u32::MAX)?.block_threads;
    Ok(megakernel_settings(program, options, block_threads, Rooms { overflow: true, counted: true }))
}

/// How the megakernel is compiled for blocks of this size, but for how many of them are resident.
fn megakernel_settings(program: ProgramDescription, options: &Options, block_threads: u32, rooms: Rooms) -> Settings {
    let settings = common_settings(program, options)
        .define("WHIPPLE_OVERFLOW", u32::from(rooms.overflow))
        .define("WHIPPLE_COUNTED", u32::from(rooms.counted))
        .define("WHIPPLE_SCARCE", u32::from(options.queue_memory.or(options.initial_queue_memory).is_some()))
        .define("WHIPPLE_BARRIERS", barrier_names(program.procedures, block_threads))
        .define("WHIPPLE_BLOCK_THREADS", block_threads)
        .define("WHIPPLE_MIN_HAND_OVER", shape::least_hand_over(program.procedures, block_threads))
        // The device's policies are called like the host's.
        .define("WHIPPLE_POLICY", format!("{:?}", options.policy.resolve(program.plan)));
    Observation::defines(options).into_iter().fold(settings, |settings, (name, value)| settings.define(name, value))
}

/// The part of the free memory that the chunks take at the start at most, where worker blocks could do with more than that.
const INITIAL_PART: usize = 16;
/// Bytes of registers that a thread may spill before fewer threads with more registers are preferred. The scheduler's rare paths
/// spill a little in small kernels, which costs nothing.
const MOST_SPILLS: u32 = 128;
/// Chunks at the start for each worker block at least, where no limit is set.
const INITIAL_CHUNKS_PER_BLOCK: usize = 16;

/// A program that is prepared as a megakernel.
pub struct MegakernelEngine {
    gpu: Arc<Gpu>,
    device: String,
    program: ProgramDescription,
    function: Function,
    block_threads: u32,
    grid: u32,
    layout: Layout,
    queues: Queues,
    /// The most chunks that the limit allows.
    chunk_limit: usize,
    limit_bytes: usize,
    swap: Swap,
    control: Memory,
    image: PinnedMemory,
    seeds: SeedMemory,
    /// For policies that ask for weights.
    weights: Option<WeightFeed>,
    stream: Stream,
    start: Event,
    end: Event,
    /// Made when a run is to be attended to for the first time.
    watch: Option<Watch>,
    observation: Option<Observation>,
    /// What earlier runs have shown.
    learnt: Learnt,
    /// The queues hold remains of a run that did not end.
    dirty: bool,
}

impl MegakernelEngine {
    /// Prepares a program: compiles it (cached on disk), chooses how many worker blocks are resident and how their shared
    /// memory is used, and allocates the queues.
    ///
    /// # Errors
    /// A missing compiler, a rejected source, options that do not fit, too little memory.
    pub fn new(gpu: &Arc<Gpu>, program: ProgramDescription, options: &Options) -> Result<Self, Error> {
        Self::with_queues(gpu, program, options, Split::default())
    }

    /// As [`new`](Self::new), with another division of the memory of local queues.
    pub fn with_queues(
        gpu: &Arc<Gpu>,
        program: ProgramDescription,
        options: &Options,
        split: Split,
    ) -> Result<Self, Error> {
        let procedures = program.procedures;
        let properties = gpu.properties();
        let multiprocessor = Multiprocessor::of(properties);
        let spawns = Spawns::new(procedures, program.plan, options.policy);
        let shape = layout::fitting_shape(program, options, split, properties)?;
        let block_threads = shape.block_threads;
        let shapes: Vec<Shape> = iter::successors(Some(shape), Shape::with_more_registers).collect();
        // How large the local queues will be decides whether spawns need a way past them, and so what is compiled.
        let expected = |shape: Shape| {
            let of_block = layout::static_shared(procedures.len());
            let layout = Layout::new(procedures, &spawns, shape, split, of_block, multiprocessor)?;
            Ok(Rooms::of(&layout, procedures, &spawns, block_threads))
        };
        let rooms = shapes.iter().map(|shape| expected(*shape)).collect::<Result<Vec<Rooms>, Error>>()?;
        let variant = |(shape, rooms): (&Shape, &Rooms)| Variant {
            settings: megakernel_settings(program, options, block_threads, *rooms),
            blocks: shape.blocks,
        };
        let variants: Vec<Variant> = shapes.iter().zip(&rooms).map(variant).collect();
        let architecture = properties.architecture();
        let text = Text { program: program.name, source: program.cuda_source, architecture: &architecture };
        let (chosen, compiled) = compile_first(text, &variants, &Cache::from_environment(), |compiled| {
            compiled.kernels.iter().all(|kernel| kernel.spill_stores <= MOST_SPILLS)
        })?;
        let (shape, rooms) = (shapes[chosen], rooms[chosen]);
        let module = Module::load(gpu, &compiled.code)?;
        let function = module.function("whipple_megakernel")?;
        let attributes = function.attributes()?;

        let blocks = function.occupancy(block_threads, 0)?.clamp(1, shape.blocks);
        let layout = Layout::new(
            procedures,
            &spawns,
            Shape { blocks, ..shape },
            split,
            attributes.static_shared as usize,
            multiprocessor,
        )?;
        if !rooms.overflow && !layout.holds_rounds(procedures, block_threads, &spawns) {
            let message = format!(
                "the megakernel of `{}` has {} bytes of static shared memory, more than expected, which leaves too little for its local queues; please report this",
                program.name, attributes.static_shared
            );
            return Err(Error::other(message, None));
        }
        layout.check_spawns(procedures, &spawns)?;
        function.set_max_dynamic_shared(layout.dynamic_shared)?;
        // What local queues do not need is cache.
        let of_block =
            layout.dynamic_shared as usize + attributes.static_shared as usize + multiprocessor.reserved_per_block;
        let carveout = (of_block * layout.blocks as usize * 100).div_ceil(multiprocessor.shared).min(100);
        function.set_shared_carveout(carveout as u32)?;
        let blocks = function.occupancy(block_threads, layout.dynamic_shared)?.min(layout.blocks);
        if blocks == 0 {
            return Err(no_block_fits(gpu, options, block_threads));
        }
        let grid = blocks * properties.multiprocessors;

        let chunk_bytes = layout.chunk_bytes as usize;
        let most_chunks = layout::most_chunks(procedures.len());
        let (limit_bytes, chunk_limit) = match options.queue_memory {
            Some(bytes) => (bytes, (bytes / chunk_bytes).min(most_chunks)),
            None => (gpu.memory_info()?.0, most_chunks),
        };
        if chunk_limit < procedures.len() {
            return Err(Error::Options {
                option: "queue_memory",
                value: format!("{limit_bytes} bytes"),
                reason: format!(
                    "the queues of `{}` need at least one chunk of {chunk_bytes} bytes for each of its {} procedures: give {} bytes or more",
                    program.name,
                    procedures.len(),
                    chunk_bytes * procedures.len()
                ),
            });
        }
        let initial = match options.initial_queue_memory {
            Some(bytes) => (bytes / chunk_bytes).max(procedures.len()),
            None => {
                // Each block may hold a reserve for its rounds, and some to hand over; else all but a few wait for chunks.
                let mut each = layout.chunks_of_round(procedures, block_threads, &spawns) + abi::SPARE;
                if rooms.counted {
                    each += layout.chunks_on_loan(procedures, block_threads, &spawns);
                }
                let free = gpu.memory_info()?.0;
                let wanted = (grid as usize * each).min(free / INITIAL_PART / chunk_bytes);
                // Where others have most of the memory, the chunks leave half of the rest for what else a run needs.
                let usual = initial_queue_memory(gpu).min(free / 2) / chunk_bytes;
                let least = (grid as usize * INITIAL_CHUNKS_PER_BLOCK).min(free / 2 / chunk_bytes);
                wanted.max(usual).max(least).max(procedures.len())
            }
        };
        let initial = initial.min(chunk_limit);
        let saved = SavedAreas::new(gpu, layout.saved_bytes(procedures), grid as usize)?;
        Ok(Self {
            device: gpu.description(),
            queues: Queues::new(gpu, procedures.len(), chunk_bytes, initial, grid as usize)?,
            swap: Swap::new(
                gpu,
                saved,
                procedures.iter().map(item_bytes).collect(),
                procedures.iter().map(|procedure| procedure.threads as usize).collect(),
                options.host_memory,
            ),
            control: Memory::zeroed(gpu, CONTROL, "the control words")?,
            image: PinnedMemory::new(gpu, CONTROL, "the control words")?,
            seeds: SeedMemory::new(procedures.len()),
            weights: options.policy.resolve(program.plan).is_weighted().then(|| WeightFeed::new(gpu)).transpose()?,
            stream: Stream::non_blocking(gpu)?,
            start: Event::new(gpu)?,
            end: Event::new(gpu)?,
            watch: None,
            observation: Observation::new(gpu, procedures, options, grid)?,
            learnt: Learnt::default(),
            dirty: false,
            gpu: gpu.clone(),
            program,
            function,
            block_threads,
            grid,
            layout,
            chunk_limit,
            limit_bytes,
        })
    }

    fn parameters(&self, known: Known) -> KernelParameters {
        let [rings, ring_slots, handoff, chunks, counts] = self.queues.addresses();
        let (seeds, counts_of_seeds) = self.swap.initial(&self.seeds);
        let grain = |((procedure, count), capacity): ((&ProcedureInfo, &u32), &u32)| {
            layout::seed_grain(
                procedure,
                self.program.procedures.len(),
                *count,
                self.block_threads,
                self.grid,
                *capacity,
            )
        };
        KernelParameters {
            addresses: [
                self.control.address(),
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
            chunk_bytes: self.layout.chunk_bytes,
            seed_grain: self
                .program
                .procedures
                .iter()
                .zip(&counts_of_seeds)
                .zip(&self.layout.capacity)
                .map(grain)
                .collect(),
            seed_count: counts_of_seeds,
            item_bytes: self.program.procedures.iter().map(|p| item_bytes(p) as u32).collect(),
            capacity: self.layout.capacity.clone(),
            local_offset: self.layout.local_offset.clone(),
            chunk_capacity: self.layout.chunk_capacity.clone(),
            share_capacity: self.layout.share_capacity.clone(),
            scratch_offset: self.layout.scratch_offset,
            scratch_per_warp: self.layout.scratch_per_warp,
            stash_keep: self.stash_keep(),
            known,
            kept_most: self.queues.kept_most(self.chunk_limit) as u32,
            observed: self.observation.as_ref().map_or(0, Observation::address),
        }
    }

    /// Chunks that a block keeps for later: half a stash, but where the queues cannot grow, all blocks together at most a quarter.
    fn stash_keep(&self) -> u32 {
        let blocks = self.grid as usize;
        let fair =
            if self.queues.chunks() < self.chunk_limit { usize::MAX } else { self.queues.chunks() / (4 * blocks) };
        fair.min(abi::STASH / 2) as u32
    }

    /// Launches once and waits. Returns the control words, the time on the device in seconds, and why the kernel was stopped.
    fn launch(&mut self, run: &Run<'_>, known: Known) -> Result<(ControlImage, f64, Option<Stop>), Error> {
        if let Some(observation) = &self.observation {
            observation.before_launch(self.queues.chunks())?;
        }
        let mut program = aligned(run.parameters);
        let mut parameters = aligned(&self.parameters(known).encode());
        let mut arguments = [program.as_mut_ptr().cast(), parameters.as_mut_ptr().cast()];
        if let Some(feed) = &mut self.weights {
            // After whatever has written the control words in the kernel's stream.
            self.stream.synchronize()?;
            feed.begin(&self.control, run.weights)?;
        }
        self.start.record(&self.stream)?;
        // SAFETY: the kernel takes the program's struct and `Parameters<N>`; both buffers have these layouts, which the
        // static_asserts of the device library and of the program check. All memory that the parameters name belongs to
        // `self` or to buffers that the program value holds, and `run` outlives the wait below.
        unsafe {
            self.function.launch(
                self.grid,
                self.block_threads,
                self.layout.dynamic_shared,
                &self.stream,
                &mut arguments,
            )?;
        }
        self.end.record(&self.stream)?;
        let mut stop = None;
        // Without tasks there is nothing to stop, whatever the limit.
        let nothing = RunControl::new(None, false);
        let control = if self.seeds.is_empty() { &nothing } else { run.control };
        if control.is_attended() || self.weights.is_some() {
            let attended = Attended {
                control,
                observation: self.observation.as_mut(),
                weights: self.weights.as_mut().map(|feed| (feed, run.weights)),
            };
            stop = Watch::attend(&mut self.watch, &self.gpu, &self.control, attended, &self.end)?;
        }
        // SAFETY: `image` is read only after the stream is done.
        unsafe { self.control.read_on(&self.stream, 0, &self.image, CONTROL)? };
        self.stream.synchronize()?;
        let mut bytes = vec![0; CONTROL];
        // SAFETY: the copy into `image` is done.
        unsafe { self.image.read(0, &mut bytes) };
        if let Some(observation) = &mut self.observation {
            observation.after_launch()?;
        }
        Ok((ControlImage::new(bytes), f64::from(self.end.milliseconds_since(&self.start)?) / 1e3, stop))
    }

    /// Sets the control words for another launch of the same run, with `waiting` hand-overs in the hand-off ring.
    fn rearm(&mut self, image: &mut ControlImage, waiting: u32) -> Result<(), Error> {
        image.set_word(control::HEAD, 0);
        image.set_word(control::TAIL, waiting);
        image.set_word(control::FLAGS, 0);
        image.set_word(control::STARTED, 0);
        for procedure in 0..self.program.procedures.len() {
            image.set_word(control::SEEDS + 4 * procedure, 0);
        }
        self.control.write(0, image.bytes())
    }

    /// The error of a run whose tasks, all on the host then, cannot run within a limit. Forgets them.
    fn exhausted(&mut self, image: &ControlImage, limit_bytes: usize) -> Error {
        let blocked = image.word(control::STARVED_PROCEDURE) as usize;
        let procedures = self.program.procedures;
        let longest = (0..procedures.len()).max_by_key(|p| self.swap.length(*p)).unwrap_or(0);
        let index = if self.swap.length(longest) > 0 { longest } else { blocked.saturating_sub(1) };
        let length = self.swap.length(index) as u64;
        self.swap.abandon();
        Error::QueueMemory { procedure: procedures[index].name.to_owned(), length, limit_bytes: limit_bytes as u64 }
    }

    fn report(&mut self, run: &Run<'_>, image: &ControlImage, seconds: f64) -> Result<Report, Error> {
        let mut report = Report::new(self.device.clone(), self.program.procedures);
        for (index, procedure) in report.procedures.iter_mut().enumerate() {
            procedure.tasks = image.long(control::TASKS + 8 * index);
            procedure.longest_queue = Some(image.word(control::HIGH_WATER + 4 * index).into());
        }
        report.rounds = image.long(control::ROUNDS);
        report.chunks = image.long(control::ROUNDS + 16) + image.long(control::ROUNDS + 24);
        report.workers = self.grid;
        report.block_threads = self.block_threads;
        report.suspensions = self.swap.suspensions();
        report.swapped_bytes = self.swap.swapped_bytes();
        report.queue_bytes = self.queues.bytes() as u64;
        report.device_time = Some(std::time::Duration::from_secs_f64(seconds));
        if let Some(observation) = &mut self.observation {
            observation.report(&mut report)?;
        }
        report.total_time = run.control.elapsed();
        Ok(report)
    }
}

impl Engine for MegakernelEngine {
    fn check_seeds(&self, counts: &[usize]) -> Result<(), Error> {
        seeds::check(counts, self.program.procedures)
    }

    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error> {
        self.gpu.bind()?;
        if !run.seeds_unchanged {
            // SAFETY: the caller's contract: the seeds hold valid items.
            unsafe { self.seeds.upload(&self.gpu, run.seeds, self.program.procedures)? };
        }
        if self.dirty {
            self.queues.reset()?;
        }
        self.swap.begin(self.dirty)?;
        // SAFETY: nothing else uses the control words before the launch in the same stream.
        unsafe { self.control.set_on(&self.stream, 0, 0, CONTROL)? };
        if let Some(observation) = &mut self.observation
            && (observation.measures() || run.control.is_watched())
        {
            observation.begin(&self.seeds.counts())?;
            run.control.count();
        }
        self.dirty = true;
        let known = self.learnt.begin(run.parameters);
        let threads = (self.grid * self.block_threads) as usize;
        let mut seconds = 0.0;
        let mut image = ControlImage::new(vec![0; CONTROL]);
        loop {
            if let Some(stop) = run.control.stop().filter(|_| !self.seeds.is_empty()) {
                return Err(stop.into_error(self.report(&run, &image, seconds)?));
            }
            let (left, time, stop) = self.launch(&run, known)?;
            image = left;
            seconds += time;
            let reason = image.word(control::FLAGS);
            if reason & flags::ABORT != 0 {
                return Err(image.panic().into_error(self.program.procedures));
            }
            // Unless the last task ended at the same time.
            if let Some(stop) = stop.filter(|_| reason & (flags::CANCEL | flags::ENDED) == flags::CANCEL) {
                return Err(stop.into_error(self.report(&run, &image, seconds)?));
            }
            if reason & flags::SUSPEND != 0 {
                let queues = (&mut self.queues, self.chunk_limit);
                match self.swap.resume(&image, &self.seeds, &self.stream, queues, threads)? {
                    Resumption::Go(waiting) => self.rearm(&mut image, waiting)?,
                    Resumption::Stuck => return Err(self.exhausted(&image, self.limit_bytes)),
                    Resumption::HostFull(host) => {
                        return Err(self.exhausted(&image, self.limit_bytes.saturating_add(host)));
                    }
                }
                continue;
            }
            if reason & flags::ENDED == 0 {
                return Err(Error::other(
                    "the megakernel returned before its program had ended; please report this",
                    None,
                ));
            }
            if self.swap.go_on(&image, threads)? {
                self.rearm(&mut image, 0)?;
                continue;
            }
            self.dirty = false;
            let report = self.report(&run, &image, seconds)?;
            let tried = [image.long(control::TRIED), image.long(control::TRIED + 8)];
            self.learnt.end(tried);
            run.control.finish(&report);
            return Ok(report);
        }
    }
}
