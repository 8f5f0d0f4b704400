//! Running programs as megakernels without local queues. Protocol: `device/items/README.md`.

mod abi;
mod rings;

use super::common::{
    abi::{CONTROL, ControlImage, aligned, control, flags},
    blocks::{no_block_fits, numbered_barriers},
    budget::{Budget, initial_queue_memory},
    large::common_settings,
    seeds::{self, SeedMemory},
    watch::{Attended, Watch},
    weights::WeightFeed,
};
use crate::{
    cache::Cache,
    compile::compile_cached,
    driver::{Event, Function, Gpu, Memory, Module, PinnedMemory, Stream},
    settings::Settings,
};
use abi::{ItemParameters, PENDING, STATE, ring, ring_word};
use rings::{Rings, Slots};
use std::sync::Arc;
use whipple_runtime::{
    backend::{Engine, ProgramDescription, Run},
    control::Stop,
    error::Error,
    options::Options,
    plan::{check_block_threads, scratch_per_warp},
    program::ProcedureInfo,
    report::Report,
};

/// Batches that a block runs which is alone because the others were in its way.
const BATCHES_ALONE: u32 = 64;

/// A program that is prepared as a megakernel without local queues.
pub struct GlobalEngine {
    gpu: Arc<Gpu>,
    device: String,
    program: ProgramDescription,
    function: Function,
    block_threads: u32,
    grid: u32,
    /// `[p][q]`: the most tasks of `q` that a task of `p` spawns.
    spawns: Vec<Vec<u64>>,
    slots: Slots,
    rings: Rings,
    budget: u64,
    scratch_per_warp: u32,
    /// `Control`, then `ItemState`.
    words: Memory,
    image: PinnedMemory,
    seeds: SeedMemory,
    /// For policies that ask for weights.
    weights: Option<WeightFeed>,
    watch: Option<Watch>,
    stream: Stream,
    start: Event,
    end: Event,
    /// The next ticket of each ring, while all are empty.
    heads: Vec<u32>,
    /// The rings hold remains of a run that did not end.
    dirty: bool,
}

/// The words that a kernel left.
struct Image {
    control: ControlImage,
    state: Vec<u8>,
}

impl Image {
    fn ring(&self, p: usize, word: usize) -> u32 {
        let at = ring(p) + word;
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.state[at..at + 4]);
        u32::from_ne_bytes(bytes)
    }

    /// The first ticket and the number of items of each ring.
    fn waiting(&self, procedures: usize) -> Vec<(u32, u32)> {
        let of = |p| {
            let head = self.ring(p, ring_word::HEAD);
            (head, self.ring(p, ring_word::TAIL).wrapping_sub(head))
        };
        (0..procedures).map(of).collect()
    }
}

impl GlobalEngine {
    /// Prepares a program: compiles it (cached on disk), chooses how many worker blocks are resident, and allocates the
    /// queues.
    ///
    /// # Errors
    /// A missing compiler, a rejected source, options that do not fit, too little memory.
    pub fn new(gpu: &Arc<Gpu>, program: ProgramDescription, options: &Options) -> Result<Self, Error> {
        let procedures = program.procedures;
        let properties = gpu.properties();
        let count = procedures.len();
        let of_task = |p: usize| program.plan.spawns[p][..count].iter().map(|most| u64::from(*most)).collect();
        let spawns: Vec<Vec<u64>> = (0..count).map(of_task).collect();
        let budget = Budget::of(gpu, options)?;
        let initial = options.initial_queue_memory.unwrap_or_else(|| initial_queue_memory(gpu)) as u64;
        let slots = Slots::new(procedures, &spawns, initial, budget.bytes)
            .map_err(|least| budget.is_below(least, gpu, program))?;

        let block_threads = block_threads(program, options)?;
        let resident = resident_threads(procedures).min(properties.threads_per_multiprocessor) / block_threads;
        let settings = settings(program, options, resident.max(1))?;
        let cache = Cache::from_environment();
        let compiled =
            compile_cached(program.cuda_source, program.name, &properties.architecture(), &settings, &cache)?;
        let function = Module::load(gpu, &compiled.code)?.function("whipple_megakernel_global")?;
        let scratch_per_warp = scratch_per_warp(procedures) as u32;
        let dynamic_shared = block_threads / 32 * scratch_per_warp;
        function.set_max_dynamic_shared(dynamic_shared)?;
        let blocks = function.occupancy(block_threads, dynamic_shared)?;
        if blocks == 0 {
            return Err(no_block_fits(gpu, options, block_threads));
        }
        Ok(Self {
            device: gpu.description(),
            rings: Rings::new(gpu, procedures, &slots)?,
            words: Memory::zeroed(gpu, CONTROL + STATE, "the control words")?,
            image: PinnedMemory::new(gpu, CONTROL + STATE, "the control words")?,
            seeds: SeedMemory::new(count),
            weights: options.policy.is_weighted().then(|| WeightFeed::new(gpu)).transpose()?,
            watch: None,
            stream: Stream::non_blocking(gpu)?,
            start: Event::new(gpu)?,
            end: Event::new(gpu)?,
            grid: blocks * properties.multiprocessors,
            gpu: gpu.clone(),
            program,
            function,
            block_threads,
            spawns,
            slots,
            budget: budget.bytes,
            scratch_per_warp,
            heads: vec![0; count],
            dirty: false,
        })
    }

    fn count(&self) -> usize {
        self.program.procedures.len()
    }

    /// Launches `grid` blocks and waits. Returns the words, the time on the device in seconds, and why the kernel was stopped.
    fn launch(&mut self, run: &Run<'_>, grid: u32, batches: u32) -> Result<(Image, f64, Option<Stop>), Error> {
        let [items, turns] = self.rings.addresses();
        let parameters = ItemParameters {
            control: self.words.address(),
            state: self.words.address() + CONTROL as u64,
            items,
            turns,
            seeds: self.seeds.addresses(),
            seed_count: self.seeds.counts(),
            mask: self.rings.slots().iter().map(|slots| *slots as u32 - 1).collect(),
            batches,
            scratch_per_warp: self.scratch_per_warp,
            may_grow: self.slots.may_double().into(),
        };
        let mut program = aligned(run.parameters);
        let mut parameters = aligned(&parameters.encode());
        let mut arguments = [program.as_mut_ptr().cast(), parameters.as_mut_ptr().cast()];
        let dynamic_shared = self.block_threads / 32 * self.scratch_per_warp;
        if let Some(feed) = &mut self.weights {
            feed.begin(&self.words, run.weights)?;
        }
        self.start.record(&self.stream)?;
        // SAFETY: the kernel takes the program's struct and `ItemParameters`; both buffers have these layouts, which
        // static_asserts of the device library and of the program check. All memory that they name belongs to `self` or to
        // buffers that the program value holds, and `run` outlives the wait below.
        unsafe { self.function.launch(grid, self.block_threads, dynamic_shared, &self.stream, &mut arguments)? };
        self.end.record(&self.stream)?;
        let mut stop = None;
        if run.control.is_attended() || self.weights.is_some() {
            let weights = self.weights.as_mut().map(|feed| (feed, run.weights));
            let attended = Attended { control: run.control, observation: None, weights };
            stop = Watch::attend(&mut self.watch, &self.gpu, &self.words, attended, &self.end)?;
        }
        // SAFETY: `image` is read only after the stream is done.
        unsafe { self.words.read_on(&self.stream, 0, &self.image, CONTROL + STATE)? };
        self.stream.synchronize()?;
        let mut bytes = vec![0; CONTROL + STATE];
        // SAFETY: the copy into `image` is done.
        unsafe { self.image.read(0, &mut bytes) };
        let state = bytes.split_off(CONTROL);
        let seconds = f64::from(self.end.milliseconds_since(&self.start)?) / 1e3;
        Ok((Image { control: ControlImage::new(bytes), state }, seconds, stop))
    }

    /// Writes the words that a launch starts from: these tasks wait in the rings and as seeds.
    fn start_from(&self, control: &[u8], waiting: &[(u32, u32)], seeds: u32) -> Result<(), Error> {
        let mut state = vec![0; STATE];
        let mut set = |at: usize, value: u32| state[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        set(PENDING, waiting.iter().fold(seeds, |sum, (_, count)| sum.wrapping_add(*count)));
        for (p, (head, count)) in waiting.iter().enumerate() {
            set(ring(p) + ring_word::HEAD, *head);
            set(ring(p) + ring_word::TAIL, head.wrapping_add(*count));
            set(ring(p) + ring_word::AVAILABLE, *count);
            set(ring(p) + ring_word::ROOM, self.rings.slots()[p] as u32 - count);
        }
        self.words.write(0, &[control, &state].concat())
    }

    /// Prepares the suspended run to go on, with more memory where there is more. Whether there was.
    fn extend(&mut self, image: &mut Image) -> Result<bool, Error> {
        let mut waiting = image.waiting(self.count());
        let lengths: Vec<u64> = waiting.iter().map(|(_, count)| u64::from(*count)).collect();
        let starved = (image.control.word(control::STARVED_PROCEDURE) as usize).checked_sub(1);
        let grown = match starved.and_then(|p| self.spawns.get(p)) {
            Some(wanted) => self.slots.grow(&lengths, wanted),
            None => false,
        };
        let grown = match self.rings.resize(&self.slots, &mut waiting) {
            // The device has less than was hoped for: go on with what there is.
            Err(Error::OutOfMemory { .. }) => {
                self.slots.slots = self.rings.slots().iter().map(|slots| *slots as u64).collect();
                false
            }
            result => result.map(|()| grown)?,
        };
        // Claims past the end of the seeds must not add up to a wrap.
        let mut left = 0;
        for (p, count) in self.seeds.counts().into_iter().enumerate() {
            let next = image.control.word(control::SEEDS + 4 * p).min(count);
            image.control.set_word(control::SEEDS + 4 * p, next);
            left += count - next;
        }
        image.control.set_word(control::FLAGS, 0);
        self.start_from(image.control.bytes(), &waiting, left)?;
        Ok(grown)
    }

    fn exhausted(&self, image: &Image) -> Error {
        let waiting = image.waiting(self.count());
        let longest = (0..self.count()).max_by_key(|p| waiting[*p].1).unwrap_or(0);
        Error::QueueMemory {
            procedure: self.program.procedures[longest].name.to_owned(),
            length: waiting[longest].1.into(),
            limit_bytes: self.budget,
        }
    }

    fn tasks(&self, image: &ControlImage) -> u64 {
        (0..self.count()).map(|p| image.long(control::TASKS + 8 * p)).sum()
    }

    fn report(&self, run: &Run<'_>, image: &ControlImage, seconds: f64, suspensions: u64) -> Report {
        let mut report = Report::new(self.device.clone(), self.program.procedures);
        for (index, procedure) in report.procedures.iter_mut().enumerate() {
            procedure.tasks = image.long(control::TASKS + 8 * index);
            procedure.longest_queue = Some(image.word(control::HIGH_WATER + 4 * index).into());
        }
        report.rounds = image.long(control::ROUNDS);
        report.workers = self.grid;
        report.block_threads = self.block_threads;
        report.suspensions = suspensions;
        report.queue_bytes = self.rings.bytes();
        report.device_time = Some(std::time::Duration::from_secs_f64(seconds));
        report.total_time = run.control.elapsed();
        report
    }
}

impl Engine for GlobalEngine {
    fn check_seeds(&self, counts: &[usize]) -> Result<(), Error> {
        seeds::check(counts, self.program.procedures)?;
        count_all(counts.iter().map(|count| *count as u64)).map(drop)
    }

    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error> {
        self.gpu.bind()?;
        if !run.seeds_unchanged {
            // SAFETY: the caller's contract: the seeds hold valid items.
            unsafe { self.seeds.upload(&self.gpu, run.seeds, self.program.procedures)? };
        }
        if self.dirty {
            self.rings.reset()?;
            self.heads.fill(0);
        }
        let seeds = count_all(self.seeds.counts().into_iter().map(u64::from))?;
        let nothing = vec![0; CONTROL];
        if seeds == 0 {
            // The end is found by the block that counts the last task down.
            return Ok(self.report(&run, &ControlImage::new(nothing), 0.0, 0));
        }
        let empty: Vec<(u32, u32)> = self.heads.iter().map(|head| (*head, 0)).collect();
        self.start_from(&nothing, &empty, seeds)?;
        self.dirty = true;
        let (mut seconds, mut suspensions, mut tasks, mut alone) = (0.0, 0, 0, false);
        loop {
            let (grid, batches) = if alone { (1, BATCHES_ALONE) } else { (self.grid, 0) };
            let (mut image, time, stop) = self.launch(&run, grid, batches)?;
            seconds += time;
            let reason = image.control.word(control::FLAGS);
            if reason & flags::ABORT != 0 {
                return Err(image.control.panic().into_error(self.program.procedures));
            }
            if reason & flags::ENDED != 0 {
                self.dirty = false;
                self.heads = image.waiting(self.count()).into_iter().map(|(head, _)| head).collect();
                let report = self.report(&run, &image.control, seconds, suspensions);
                run.control.finish(&report);
                return Ok(report);
            }
            if let Some(stop) = stop.or_else(|| run.control.stop()) {
                return Err(stop.into_error(self.report(&run, &image.control, seconds, suspensions)));
            }
            if reason & flags::SUSPEND == 0 {
                let message = "the megakernel returned before its program had ended; please report this";
                return Err(Error::other(message, None));
            }
            suspensions += 1;
            let done = self.tasks(&image.control);
            let ran = done > tasks;
            tasks = done;
            if self.extend(&mut image)? || ran {
                alone = false;
            } else if alone {
                return Err(self.exhausted(&image));
            } else {
                // Blocks that ask for room at the same time can refuse it to each other: one by itself cannot.
                alone = true;
            }
        }
    }
}

/// The number of all initial tasks. Tasks that wait are counted in 32 bits: these, and what fits all rings.
///
/// # Errors
/// 2^31 or more.
fn count_all(counts: impl Iterator<Item = u64>) -> Result<u32, Error> {
    let all = counts.fold(0, u64::saturating_add);
    u32::try_from(all).ok().filter(|all| *all < 1 << 31).ok_or_else(|| {
        let message = format!(
            "the program has {all} initial tasks, and under `Scheduler::MegakernelGlobal` a device takes at most 2^31 - 1 of all procedures: spawn the others from tasks"
        );
        Error::other(message, None)
    })
}

/// Threads of a worker block.
fn block_threads(program: ProgramDescription, options: &Options) -> Result<u32, Error> {
    let threads = options.block_threads.unwrap_or(program.plan.block_threads);
    check_block_threads(threads, program.procedures)?;
    Ok(threads)
}

/// Threads that should be resident on a multiprocessor at most, which bounds the registers of each: as many as there can be for
/// level-2 tasks, which are small; others gain more from registers. Taken over from the megakernel, not measured here.
fn resident_threads(procedures: &[ProcedureInfo]) -> u32 {
    if procedures.iter().all(|procedure| procedure.level == 2) { 2048 } else { 512 }
}

/// How a program is compiled for this scheduler.
pub fn settings(program: ProgramDescription, options: &Options, resident: u32) -> Result<Settings, Error> {
    let block_threads = block_threads(program, options)?;
    Ok(common_settings(program, options)
        .define("WHIPPLE_SCHEDULER", "WHIPPLE_MEGAKERNEL_GLOBAL")
        .define("WHIPPLE_BLOCK_THREADS", block_threads)
        .define("WHIPPLE_BARRIERS", numbered_barriers(program.procedures, |_| block_threads))
        .define("WHIPPLE_BLOCKS_PER_MULTIPROCESSOR", resident)
        .define("WHIPPLE_POLICY", format!("{:?}", options.policy.resolve(program.plan))))
}
