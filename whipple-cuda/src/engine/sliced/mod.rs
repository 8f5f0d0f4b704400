//! Running programs as slices: a kernel for each procedure, again and again, until no task is left. Protocol:
//! `device/slices/README.md`.

mod abi;
mod device_loop;
mod geometry;
mod stacks;
mod steps;

use super::common::{
    abi::{CONTROL, ControlImage, aligned, control, flags, item_bytes},
    blocks::numbered_barriers,
    budget::{Budget, initial_queue_memory},
    large::common_settings,
    seeds::{self, SeedMemory},
    watch::{Attended, Watch},
};
use crate::{
    cache::Cache,
    compile::compile_cached,
    driver::{Event, Function, Gpu, Memory, Module, PinnedMemory, Stream},
    nvrtc::device_runtime,
    settings::Settings,
};
use abi::{COUNTER, STATE, SliceParameters};
use device_loop::DeviceLoop;
use geometry::Geometry;
use stacks::{Sharing, Stacks};
use std::sync::Arc;
use steps::{Next, Rules, Standing, Step};
use whipple_runtime::{
    backend::{Engine, ProgramDescription, Run},
    control::{RunControl, Stop},
    error::Error,
    options::{Options, Policy, Scheduler},
    report::Report,
};

/// Blocks of a slice that the host launches, as a multiple of what fills the device: what is above is run in turn.
const WAVES: u32 = 8;

/// A program that is prepared as slices.
pub struct SlicedEngine {
    gpu: Arc<Gpu>,
    device: String,
    program: ProgramDescription,
    kernels: Vec<Kernel>,
    rules: Rules,
    stacks: Stacks,
    /// Bytes that the queues may have.
    budget: u64,
    /// The queues have them, shared out for the state of this run.
    at_limit: bool,
    /// Who plans the slices, where that is not the host.
    device_loop: Option<DeviceLoop>,
    /// `Control`, then `SliceState`.
    words: Memory,
    image: PinnedMemory,
    seeds: SeedMemory,
    watch: Option<Watch>,
    start: Event,
    end: Event,
}

/// The slices of one procedure.
struct Kernel {
    function: Function,
    geometry: Geometry,
    /// Blocks that fill the device.
    resident: u32,
    stream: Stream,
    done: Event,
}

/// What a run has come to.
struct Progress {
    standing: Standing,
    tasks: Vec<u64>,
    longest: Vec<u64>,
    rounds: u64,
    suspensions: u64,
    most_blocks: u32,
}

impl SlicedEngine {
    /// Prepares a program: compiles a kernel for each procedure (cached on disk) and allocates the queues.
    ///
    /// # Errors
    /// A missing compiler, a rejected source, options that do not fit, too little memory.
    pub fn new(gpu: &Arc<Gpu>, program: ProgramDescription, options: &Options) -> Result<Self, Error> {
        let procedures = program.procedures;
        let properties = gpu.properties();
        let fill = properties.multiprocessors * properties.threads_per_multiprocessor;
        let policy = policy(program, options);
        let rules = Rules::new(procedures, program.plan, policy, fill);
        let item_bytes: Vec<u64> = procedures.iter().map(|procedure| item_bytes(procedure) as u64).collect();

        let budget = Budget::of(gpu, options)?;
        let sharing = Sharing { rules: &rules, item_bytes, budget: budget.bytes };
        let least = sharing.bytes(&sharing.least());
        if least > budget.bytes {
            return Err(budget.is_below(least, gpu, program));
        }
        let initial = options.initial_queue_memory.unwrap_or_else(|| initial_queue_memory(gpu)) as u64;
        let capacity = sharing.initial(initial);

        let geometry: Vec<Geometry> = procedures.iter().map(Geometry::new).collect();
        let settings = settings(program, options)?;
        let cache = Cache::from_environment();
        let compiled =
            compile_cached(program.cuda_source, program.name, &properties.architecture(), &settings, &cache)?;
        let module = match options.scheduler {
            Scheduler::DynamicParallelism if !gpu.is_emulated() => {
                Module::link(gpu, &compiled.code, &device_runtime()?)?
            }
            _ => Module::load(gpu, &compiled.code)?,
        };
        let device_loop = DeviceLoop::new(&module, options.scheduler)?;
        let kernels = geometry.into_iter().enumerate();
        let kernels = kernels.map(|(p, geometry)| Kernel::new(gpu, &module, p, geometry)).collect::<Result<_, _>>()?;
        Ok(Self {
            device: gpu.description(),
            kernels,
            stacks: Stacks::new(gpu, procedures, capacity)?,
            budget: budget.bytes,
            at_limit: false,
            device_loop,
            words: Memory::zeroed(gpu, CONTROL + STATE, "the control words")?,
            image: PinnedMemory::new(gpu, CONTROL + STATE, "the control words")?,
            seeds: SeedMemory::new(procedures.len()),
            watch: None,
            start: Event::new(gpu)?,
            end: Event::new(gpu)?,
            gpu: gpu.clone(),
            program,
            rules,
        })
    }

    fn count(&self) -> usize {
        self.program.procedures.len()
    }

    /// The stream that the others join.
    fn stream(&self) -> &Stream {
        &self.kernels[0].stream
    }

    /// Threads below which a slice that memory cuts short asks for more: whole slices are worth a part of the budget, a full
    /// device all of it.
    fn ask_below(&self) -> u32 {
        if self.at_limit {
            0
        } else if self.stacks.bytes() < self.budget / 16 {
            u32::MAX
        } else {
            self.rules.fill as u32
        }
    }

    fn parameters(&self) -> SliceParameters {
        SliceParameters {
            control: self.words.address(),
            state: self.words.address() + CONTROL as u64,
            items: self.stacks.addresses(),
            seeds: self.seeds.addresses(),
            capacity: self.stacks.capacity().to_vec(),
            handle: 0,
            blocks: self.kernels.iter().map(|kernel| kernel.resident).collect(),
            fill: self.rules.fill as u32,
            ask_below: self.ask_below(),
        }
    }

    /// Launches the slices of a step and waits for them; gives what the counters of added items stand at then.
    fn slice(&self, run: &Run<'_>, step: &Step, progress: &mut Progress) -> Result<Vec<u32>, Error> {
        let mut program = aligned(run.parameters);
        let mut parameters = aligned(&self.parameters().encode());
        let mut plan = aligned(&abi::encode_step(step));
        let mut arguments = [program.as_mut_ptr().cast(), parameters.as_mut_ptr().cast(), plan.as_mut_ptr().cast()];
        let active = self.kernels.iter().zip(&step.count).filter(|(_, count)| **count > 0);
        for (index, (kernel, count)) in active.enumerate() {
            let blocks = kernel.geometry.blocks(*count).min(kernel.resident * WAVES);
            progress.most_blocks = progress.most_blocks.max(blocks);
            // Everything before this step is done, so the streams need not wait for each other at its start.
            let stream = if index == 0 { self.stream() } else { &kernel.stream };
            let (threads, scratch) = (kernel.geometry.threads, kernel.geometry.scratch);
            // SAFETY: the kernel takes the program's struct, `SliceParameters` and `SlicePlan`; the buffers have these
            // layouts, which static_asserts of the device library and of the program check. All memory that they name
            // belongs to `self` or to buffers that the program value holds, and `run` outlives the wait below.
            unsafe { kernel.function.launch(blocks, threads, scratch, stream, &mut arguments)? };
            if index > 0 {
                kernel.done.record(&kernel.stream)?;
                self.stream().wait(&kernel.done)?;
            }
        }
        self.end.record(self.stream())?;
        let image = self.read(control::FLAGS, CONTROL + COUNTER * self.count())?;
        if abi::word(&image, 0) & flags::ABORT != 0 {
            return Err(self.panicked()?);
        }
        Ok((0..self.count()).map(|p| abi::word(&image, CONTROL - control::FLAGS + COUNTER * p)).collect())
    }

    /// Waits for the stream and reads the words `from..to`.
    fn read(&self, from: usize, to: usize) -> Result<Vec<u8>, Error> {
        // SAFETY: `image` is read only after the stream is done.
        unsafe { self.words.read_on(self.stream(), from, &self.image, to - from)? };
        self.stream().synchronize()?;
        let mut bytes = vec![0; to - from];
        // SAFETY: the copy into `image` is done.
        unsafe { self.image.read(0, &mut bytes) };
        Ok(bytes)
    }

    fn panicked(&self) -> Result<Error, Error> {
        let image = ControlImage::new(self.read(0, CONTROL)?);
        Ok(image.panic().into_error(self.program.procedures))
    }

    /// Gives the queues more memory, or shares it out anew.
    fn grow(&mut self, progress: &mut Progress) -> Result<(), Error> {
        let item_bytes = self.program.procedures.iter().map(|procedure| item_bytes(procedure) as u64).collect();
        let sharing = Sharing { rules: &self.rules, item_bytes, budget: self.budget };
        let Some((capacity, ample)) = sharing.extend(&progress.standing, self.stacks.capacity()) else {
            return Err(self.exhausted(&progress.standing));
        };
        progress.suspensions += 1;
        self.at_limit = !ample;
        match self.stacks.resize(&progress.standing, &capacity) {
            Err(Error::OutOfMemory { .. }) => {
                // The device has less than was hoped for: go on with what there is, as long as that is enough.
                self.at_limit = true;
                match progress.standing.next(&self.rules, self.stacks.capacity(), progress.rounds, 0) {
                    Next::Grow => Err(self.exhausted(&progress.standing)),
                    _ => Ok(()),
                }
            }
            result => result,
        }
    }

    fn exhausted(&self, standing: &Standing) -> Error {
        let longest = (0..self.count()).max_by_key(|p| standing.stacked(*p)).unwrap_or(0);
        Error::QueueMemory {
            procedure: self.program.procedures[longest].name.to_owned(),
            length: standing.stacked(longest),
            limit_bytes: self.budget,
        }
    }

    /// The host's loop: plan, launch, read what was spawned.
    fn run_by_host(&mut self, run: &Run<'_>, progress: &mut Progress) -> Result<Option<Stop>, Error> {
        let mut base = vec![0; self.count()];
        loop {
            let next = progress.standing.next(&self.rules, self.stacks.capacity(), progress.rounds, self.ask_below());
            if matches!(next, Next::Ended) {
                return Ok(None);
            }
            if let Some(stop) = run.control.stop() {
                return Ok(Some(stop));
            }
            let step = match next {
                Next::Run(step) => Step { base, ..step },
                _ => {
                    self.grow(progress)?;
                    continue;
                }
            };
            let added = self.slice(run, &step, progress)?;
            let pushed: Vec<u32> = added.iter().zip(&step.base).map(|(now, then)| now.wrapping_sub(*then)).collect();
            progress.take(&step, &pushed);
            progress.tell(run.control);
            base = added;
        }
    }

    /// The device's loop: launch it, and give it memory when it asks.
    fn run_by_device(&mut self, run: &Run<'_>, progress: &mut Progress) -> Result<Option<Stop>, Error> {
        // Without tasks there is nothing to stop, whatever the limit.
        let nothing = RunControl::new(None, false);
        let asked = if self.seeds.is_empty() { &nothing } else { run.control };
        loop {
            let parameters = self.parameters();
            let Some(device_loop) = &mut self.device_loop else { return Ok(None) };
            // SAFETY: the kernels take the program's struct and `SliceParameters`; both encodings have these layouts, which
            // static_asserts of the device library and of the program check. All memory that they name belongs to `self` or
            // to buffers that the program value holds, and `run` outlives the wait in `read`.
            unsafe { device_loop.launch(&self.gpu, &self.kernels, run.parameters, parameters)? };
            self.end.record(self.stream())?;
            let mut stop = None;
            if asked.is_attended() {
                let attended = Attended { control: asked, observation: None, weights: None };
                stop = Watch::attend(&mut self.watch, &self.gpu, &self.words, attended, &self.end)?;
            }
            let bytes = self.read(0, CONTROL + STATE)?;
            let image = ControlImage::new(bytes[..CONTROL].to_vec());
            let reason = image.word(control::FLAGS);
            if reason & flags::ABORT != 0 {
                return Err(image.panic().into_error(self.program.procedures));
            }
            progress.read(&image, abi::decode_state(&bytes[CONTROL..], self.count()));
            if reason & flags::ENDED != 0 {
                return Ok(None);
            }
            if let Some(stop) = stop.or_else(|| asked.stop()) {
                return Ok(Some(stop));
            }
            if reason & flags::SUSPEND == 0 {
                let message = if reason & abi::LAUNCH_REFUSED != 0 {
                    "the device could not launch the kernels of a slice: choose another scheduler"
                } else {
                    "the device's loop returned before its program had ended; please report this"
                };
                return Err(Error::other(message, None));
            }
            self.grow(progress)?;
            // SAFETY: nothing else uses the control words before the launch behind this in the same stream.
            unsafe { self.words.set_on(self.stream(), control::FLAGS, 0, 4)? };
        }
    }

    fn report(&self, run: &Run<'_>, progress: &Progress, seconds: f64) -> Report {
        let mut report = Report::new(self.device.clone(), self.program.procedures);
        for (index, procedure) in report.procedures.iter_mut().enumerate() {
            procedure.tasks = progress.tasks[index];
            procedure.longest_queue = Some(progress.longest[index]);
        }
        report.rounds = progress.rounds;
        report.workers = match self.device_loop {
            Some(_) => self.kernels.iter().map(|kernel| kernel.resident).max().unwrap_or(0),
            None => progress.most_blocks,
        };
        report.block_threads = self.kernels.iter().map(|kernel| kernel.geometry.threads).max().unwrap_or(0);
        report.suspensions = progress.suspensions;
        report.queue_bytes = self.stacks.bytes();
        report.device_time = Some(std::time::Duration::from_secs_f64(seconds));
        report.total_time = run.control.elapsed();
        report
    }
}

impl Kernel {
    fn new(gpu: &Arc<Gpu>, module: &Module, procedure: usize, geometry: Geometry) -> Result<Self, Error> {
        let function = module.function(&format!("whipple_slice_{procedure}"))?;
        function.set_max_dynamic_shared(geometry.scratch)?;
        let resident =
            function.occupancy(geometry.threads, geometry.scratch)?.max(1) * gpu.properties().multiprocessors;
        Ok(Self { function, geometry, resident, stream: Stream::non_blocking(gpu)?, done: Event::new(gpu)? })
    }
}

impl Progress {
    fn new(seeds: Vec<u32>) -> Self {
        Self {
            tasks: vec![0; seeds.len()],
            longest: vec![0; seeds.len()],
            standing: Standing::new(seeds),
            rounds: 0,
            suspensions: 0,
            most_blocks: 0,
        }
    }

    /// Takes over what the device kept count of.
    fn read(&mut self, image: &ControlImage, standing: Standing) {
        self.standing = standing;
        self.rounds = image.long(control::ROUNDS);
        for (p, (tasks, longest)) in self.tasks.iter_mut().zip(&mut self.longest).enumerate() {
            *tasks = image.long(control::TASKS + 8 * p);
            *longest = image.word(control::HIGH_WATER + 4 * p).into();
        }
    }

    /// Tells whoever watches.
    fn tell(&self, control: &RunControl) {
        if control.is_watched() {
            for (p, tasks) in self.tasks.iter().enumerate() {
                control.set_progress(p, *tasks, self.standing.stacked(p));
            }
            control.count();
        }
    }

    /// Takes in a step that has run.
    fn take(&mut self, step: &Step, pushed: &[u32]) {
        self.standing.settle(step, pushed);
        self.rounds += 1;
        for (p, (tasks, longest)) in self.tasks.iter_mut().zip(&mut self.longest).enumerate() {
            *tasks += u64::from(step.count[p]);
            *longest = (*longest).max(self.standing.stacked(p));
        }
    }
}

impl Engine for SlicedEngine {
    fn check_seeds(&self, counts: &[usize]) -> Result<(), Error> {
        seeds::check(counts, self.program.procedures)
    }

    unsafe fn run(&mut self, run: Run<'_>) -> Result<Report, Error> {
        self.gpu.bind()?;
        if !run.seeds_unchanged {
            // SAFETY: the caller's contract: the seeds hold valid items.
            unsafe { self.seeds.upload(&self.gpu, run.seeds, self.program.procedures)? };
        }
        let mut progress = Progress::new(self.seeds.counts());
        self.at_limit = false;
        self.words.write(0, &[&[0; CONTROL], &abi::encode_state(&progress.standing)[..]].concat())?;
        self.start.record(self.stream())?;
        self.end.record(self.stream())?;
        let stop = match self.device_loop {
            Some(_) => self.run_by_device(&run, &mut progress)?,
            None => self.run_by_host(&run, &mut progress)?,
        };
        self.end.synchronize()?;
        let seconds = f64::from(self.end.milliseconds_since(&self.start)?) / 1e3;
        let report = self.report(&run, &progress, seconds);
        match stop {
            Some(stop) => Err(stop.into_error(report)),
            None => {
                run.control.finish(&report);
                Ok(report)
            }
        }
    }
}

/// The policy of slices. Those that share out the workers' time have none to share: what fits runs side by side.
fn policy(program: ProgramDescription, options: &Options) -> Policy {
    match options.policy.resolve(program.plan) {
        Policy::Random | Policy::Quota => Policy::FixedPriority,
        policy => policy,
    }
}

/// How a program is compiled for one of the sliced schedulers.
pub fn settings(program: ProgramDescription, options: &Options) -> Result<Settings, Error> {
    let geometry: Vec<Geometry> = program.procedures.iter().map(Geometry::new).collect();
    let (scheduler, extra) = match options.scheduler {
        Scheduler::TimeSlicedGraph => ("WHIPPLE_TIME_SLICED_GRAPH", None),
        Scheduler::DynamicParallelism => {
            ("WHIPPLE_DYNAMIC_PARALLELISM", Some("--relocatable-device-code=true".to_owned()))
        }
        _ => ("WHIPPLE_TIME_SLICED", None),
    };
    let mut settings = common_settings(program, options)
        .define("WHIPPLE_SCHEDULER", scheduler)
        .define("WHIPPLE_LINKED", u32::from(extra.is_some()))
        .define("WHIPPLE_BLOCK_THREADS", program.plan.block_threads)
        .define("WHIPPLE_BARRIERS", numbered_barriers(program.procedures, |procedure| Geometry::new(procedure).threads))
        .define("WHIPPLE_POLICY", format!("{:?}", policy(program, options)))
        .define("WHIPPLE_EACH_PROCEDURE", geometry::each_procedure(&geometry));
    settings.extra.extend(extra);
    Ok(settings)
}
