//! Running programs as megakernels without local queues. Protocol: `device/schedulers/global/README.md`.

mod abi;
mod rings;

use super::common::{
    abi::{Arguments, CONTROL, Image, control, flags},
    blocks::{no_block_fits, numbered_barriers},
    budget::{Budget, exhausted},
    large::common_settings,
    prepared::{Next, Prepared, ReadyEngine, left_early},
    session::{Launched, Session, Sizes, Timing},
};
use crate::{
    cache::Cache,
    compile::compile_cached,
    driver::{Function, Gpu, Module},
    settings::Settings,
};
use abi::{ItemParameters, PENDING, STATE, ring, ring_word};
use rings::{Rings, Slots};
use std::sync::Arc;
use whipple_runtime::{
    backend::{Engine, ProgramDescription, Run},
    error::Error,
    options::{Options, Order},
    plan::{check_block_threads, scratch_per_warp},
    program::ProcedureInfo,
    report::Report,
};

/// Batches that a block runs which is alone because the others were in its way.
const BATCHES_ALONE: u32 = 64;

/// A program that is prepared as a megakernel without local queues.
struct GlobalQueues {
    procedures: &'static [ProcedureInfo],
    function: Function,
    block_threads: u32,
    dynamic_shared: u32,
    blocks: u32,
    scratch_per_warp: u32,
    /// `[p][q]`: the most tasks of `q` that a task of `p` spawns.
    spawns: Vec<Vec<u64>>,
    slots: Slots,
    rings: Rings,
    budget: u64,
    /// The next ticket of each ring, while all are empty.
    heads: Vec<u32>,
    suspensions: u64,
    /// Tasks that had run before the launch.
    ran: u64,
    /// One block is launched by itself.
    alone: bool,
    /// Initial tasks come first.
    seeds_first: bool,
}

/// Prepares a program: compiles it (cached on disk), chooses how many worker blocks are resident, and allocates the queues.
///
/// # Errors
/// A missing compiler, a rejected source, options that do not fit, too little memory.
pub fn prepare(gpu: &Arc<Gpu>, program: ProgramDescription, options: &Options) -> Result<Box<dyn Engine>, Error> {
    let procedures = program.procedures;
    let properties = gpu.properties();
    let count = procedures.len();
    let of_task = |p: usize| program.plan.facts.spawns[p][..count].iter().map(|most| u64::from(*most)).collect();
    let spawns: Vec<Vec<u64>> = (0..count).map(of_task).collect();
    let budget = Budget::of(gpu, options)?;
    let slots = Slots::new(procedures, &spawns, budget.initial, budget.bytes)
        .map_err(|least| budget.is_below(least, gpu, program))?;

    let block_threads = block_threads(program, options)?;
    let resident = resident_threads(procedures).min(properties.threads_per_multiprocessor) / block_threads;
    let settings = settings(program, options, resident.max(1))?;
    let cache = Cache::from_environment();
    let compiled = compile_cached(program.cuda_source, program.name, &properties.architecture(), &settings, &cache)?;
    let function = Module::load(gpu, &compiled.code)?.function("whipple_megakernel_global")?;
    let scratch_per_warp = scratch_per_warp(procedures) as u32;
    let dynamic_shared = block_threads / 32 * scratch_per_warp;
    function.set_max_dynamic_shared(dynamic_shared)?;
    let blocks = function.occupancy(block_threads, dynamic_shared)?;
    if blocks == 0 {
        return Err(no_block_fits(gpu, options, block_threads));
    }
    let prepared = GlobalQueues {
        procedures,
        function,
        block_threads,
        dynamic_shared,
        blocks: blocks * properties.multiprocessors,
        scratch_per_warp,
        spawns,
        rings: Rings::new(gpu, procedures, &slots)?,
        slots,
        budget: budget.bytes,
        heads: vec![0; count],
        suspensions: 0,
        ran: 0,
        alone: false,
        seeds_first: options.order == Order::Oldest,
    };
    let session = Session::new(
        gpu,
        program,
        options.policy.resolve(program.plan),
        Sizes { state: STATE, options, depth_first: false },
        Timing::Launches,
    )?;
    Ok(Box::new(ReadyEngine::new(session, prepared)))
}

impl GlobalQueues {
    fn parameters(&self, session: &Session) -> ItemParameters {
        let [items, turns] = self.rings.addresses();
        ItemParameters {
            control: session.words.address(),
            state: session.words.address() + CONTROL as u64,
            items,
            turns,
            seeds: session.seeds.addresses(),
            seed_count: session.seeds.counts(),
            mask: self.rings.slots().iter().map(|slots| *slots as u32 - 1).collect(),
            batches: if self.alone { BATCHES_ALONE } else { 0 },
            scratch_per_warp: self.scratch_per_warp,
            may_grow: self.slots.may_double().into(),
            seeds_first: self.seeds_first.into(),
        }
    }

    /// Writes the words that a launch starts from: these tasks wait in the rings and as seeds.
    fn start_from(&self, session: &Session, control: &[u8], waiting: &[(u32, u32)], seeds: u32) -> Result<(), Error> {
        let mut state = vec![0; STATE];
        let mut set = |at: usize, value: u32| state[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        set(PENDING, waiting.iter().fold(seeds, |sum, (_, count)| sum.wrapping_add(*count)));
        for (p, (head, count)) in waiting.iter().enumerate() {
            set(ring(p) + ring_word::HEAD, *head);
            set(ring(p) + ring_word::TAIL, head.wrapping_add(*count));
            set(ring(p) + ring_word::AVAILABLE, *count);
            set(ring(p) + ring_word::ROOM, self.rings.slots()[p] as u32 - count);
        }
        session.words.write(0, &[control, &state].concat())
    }

    /// The first ticket and the number of items of each ring.
    fn waiting(&self, image: &Image) -> Vec<(u32, u32)> {
        let of = |p: usize| {
            let [head, tail] = [ring_word::HEAD, ring_word::TAIL].map(|word| image.word(CONTROL + ring(p) + word));
            (head, tail.wrapping_sub(head))
        };
        (0..self.procedures.len()).map(of).collect()
    }

    /// Prepares the suspended run to go on, with more memory where there is more. Whether there was.
    fn extend(&mut self, session: &Session, image: &mut Image) -> Result<bool, Error> {
        let mut waiting = self.waiting(image);
        let lengths: Vec<u64> = waiting.iter().map(|(_, count)| u64::from(*count)).collect();
        let starved = (image.word(control::STARVED_PROCEDURE) as usize).checked_sub(1);
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
        for (p, count) in session.seeds.counts().into_iter().enumerate() {
            let next = image.word(control::SEEDS + 4 * p).min(count);
            image.set_word(control::SEEDS + 4 * p, next);
            left += count - next;
        }
        image.set_word(control::FLAGS, 0);
        self.start_from(session, image.control(), &waiting, left)?;
        Ok(grown)
    }
}

impl Prepared for GlobalQueues {
    fn check_seeds(&self, counts: &[usize]) -> Result<(), Error> {
        count_all(counts.iter().map(|count| *count as u64)).map(drop)
    }

    fn begin(&mut self, session: &Session, _run: &Run<'_>, dirty: bool) -> Result<Next, Error> {
        if dirty {
            self.rings.reset()?;
            self.heads.fill(0);
        }
        (self.suspensions, self.ran, self.alone) = (0, 0, false);
        let seeds = count_all(session.seeds.counts().into_iter().map(u64::from))?;
        if seeds == 0 {
            // The end is found by the block that counts the last task down.
            return Ok(Next::Ended);
        }
        let empty: Vec<(u32, u32)> = self.heads.iter().map(|head| (*head, 0)).collect();
        self.start_from(session, &[0; CONTROL], &empty, seeds)?;
        Ok(Next::Launch)
    }

    unsafe fn launch(&mut self, session: &mut Session, run: &Run<'_>) -> Result<Launched, Error> {
        let mut arguments = Arguments::new([run.parameters, &self.parameters(session).encode()]);
        let blocks = if self.alone { 1 } else { self.blocks };
        session.launch(run, None, |stream| {
            let pointers = &mut arguments.pointers();
            // SAFETY: the kernel takes the program's struct and `ItemParameters`; both buffers have these layouts, which
            // static_asserts of the device library and of the program check. All memory that they name belongs to `self`, to
            // the session, or to buffers that the program value holds, until the session has waited.
            unsafe { self.function.launch(blocks, self.block_threads, self.dynamic_shared, stream, pointers) }
        })
    }

    fn after(&mut self, session: &Session, _run: &Run<'_>, image: &mut Image) -> Result<Next, Error> {
        let left = image.word(control::FLAGS);
        if left & flags::ENDED != 0 {
            self.heads = self.waiting(image).into_iter().map(|(head, _)| head).collect();
            return Ok(Next::Ended);
        }
        if left & flags::SUSPEND == 0 {
            return Err(left_early());
        }
        self.suspensions += 1;
        let total = (0..self.procedures.len()).map(|p| image.long(control::TASKS + 8 * p)).sum();
        let ran = total - std::mem::replace(&mut self.ran, total);
        if self.extend(session, image)? || ran > 0 {
            self.alone = false;
        } else if self.alone {
            let waiting = self.waiting(image);
            return Err(exhausted(self.procedures, |p| waiting[p].1.into(), self.budget));
        } else {
            // Blocks that ask for room at the same time can refuse it to each other: one by itself cannot.
            self.alone = true;
        }
        Ok(Next::Launch)
    }

    fn report(&mut self, _image: &Image, report: &mut Report) -> Result<(), Error> {
        report.workers = self.blocks;
        report.block_threads = self.block_threads;
        report.suspensions = self.suspensions;
        report.queue_bytes = self.rings.bytes();
        Ok(())
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
