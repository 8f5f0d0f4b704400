//! Launchers: a program on a device, with its initial tasks.

use crate::{
    backend::{Engine, ProgramDescription, Roots, Run, SeedBytes, Seeds},
    control::RunControl,
    device::Device,
    error::Error,
    host_memory,
    join::{Carried, OptionalOutput, Queued, ReturnTo, TaskOutput},
    options::Options,
    outputs::Outputs,
    parameter::{Encoded, ParameterWriter},
    print::{Printer, StandardStream, TakeText},
    procedure::Execute,
    program::{Contains, Program, encode_parameters},
    report::Report,
    running::Running,
    weights::Weights,
};
use std::{
    any::TypeId,
    fmt,
    marker::PhantomData,
    mem::MaybeUninit,
    ops::Deref,
    panic::{RefUnwindSafe, UnwindSafe},
    sync::Arc,
    thread::{Builder, Scope},
    time::Duration,
};

/// A program that is ready to run on a device.
///
/// Making one plans the program, compiles it (on a GPU; the kernel is cached) and allocates what its scheduler needs.
/// [`seed`](Self::seed) adds initial tasks, which stay: each [`run`](Self::run) starts from all of them.
///
/// Threads may share it: they see its program and its device, and who has it for itself alone runs it. It may cross
/// [`catch_unwind`](std::panic::catch_unwind) like [`Buffer`](crate::buffer::Buffer) and [`Device`].
///
/// Launchers may be made on several threads at the same time: then their programs are compiled side by side.
///
/// [`new`](Self::new) borrows the program; a launcher that is kept in a struct of the application [owns](Launcher::owning) it.
pub struct Launcher<'p, P> {
    program: MaybeOwned<'p, P>,
    device: Device,
    engine: Exclusive<Box<dyn Engine>>,
    encoded: Encoded,
    /// Of the program that [`start_with`](Self::start_with) was given last.
    other: Encoded,
    seeds: Vec<Seeds>,
    seeds_unchanged: bool,
    /// For the outputs of initial tasks.
    roots: Arc<Roots>,
    /// Those of the last run, if it has come to its end.
    outputs: Option<Outputs>,
    weights: Weights,
    options: Options,
    /// What takes the text that tasks print.
    print_to: Option<Arc<TakeText>>,
    /// Of the last run.
    control: RunControl,
}

/// A value that is only reached through a launcher that is borrowed for this alone.
struct Exclusive<T>(T);

// SAFETY: a shared reference gives no access to the value.
unsafe impl<T: Send> Sync for Exclusive<T> {}

impl<T> Exclusive<T> {
    fn get_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// An engine forgets what a run has left that did not end, before the next one.
impl<P> UnwindSafe for Launcher<'_, P> where P: RefUnwindSafe {}
/// As above.
impl<P> RefUnwindSafe for Launcher<'_, P> where P: RefUnwindSafe {}

/// The program of a launcher.
enum MaybeOwned<'p, P> {
    Borrowed(&'p P),
    Owned(Box<P>),
}

impl<P> Deref for MaybeOwned<'_, P> {
    type Target = P;

    fn deref(&self) -> &P {
        match self {
            MaybeOwned::Borrowed(program) => program,
            MaybeOwned::Owned(program) => program,
        }
    }
}

impl<P: Program> Launcher<'static, P> {
    /// Prepares `program` on `device`, and keeps it: such a launcher may be a field of a struct of yours, and may outlive the
    /// function that makes it. [`program`](Self::program) shows the program.
    ///
    /// ```no_run
    /// # use whipple_runtime::{device::Device, error::Error, launcher::Launcher, options::Options, program::Program};
    /// struct Renderer<P: Program> {
    ///     launcher: Launcher<'static, P>,
    /// }
    ///
    /// impl<P: Program> Renderer<P> {
    ///     fn new(device: &Device, program: P) -> Result<Self, Error> {
    ///         Ok(Self { launcher: Launcher::owning(device, program, Options::default())? })
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options).
    pub fn owning(device: &Device, program: P, options: Options) -> Result<Self, Error> {
        Self::holding(device, MaybeOwned::Owned(Box::new(program)), options)
    }
}

impl<'p, P: Program> Launcher<'p, P> {
    /// Prepares `program` on `device` with the default options.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options).
    pub fn new(device: &Device, program: &'p P) -> Result<Self, Error> {
        Self::with_options(device, program, Options::default())
    }

    /// Prepares `program` on `device`.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] when a buffer of the program is another device's,
    /// [`Error::WrittenAndReadOnly`] when one that tasks only read can be written through another field, [`Error::Options`] when an option does
    /// not fit, and what the back end meets: a missing compiler, a rejected source, too little memory.
    pub fn with_options(device: &Device, program: &'p P, options: Options) -> Result<Self, Error> {
        Self::holding(device, MaybeOwned::Borrowed(program), options)
    }

    fn holding(device: &Device, program: MaybeOwned<'p, P>, options: Options) -> Result<Self, Error> {
        let encoded = encoded(device, &*program)?;
        let engine = device.backend().prepare(description::<P>(), &options)?;
        let weights = Weights::new(P::PROCEDURES);
        Ok(Self {
            program,
            device: device.clone(),
            engine: Exclusive(engine),
            encoded,
            other: Encoded::default(),
            seeds: Vec::new(),
            seeds_unchanged: false,
            roots: Arc::new(Roots::new(0, 0)?),
            outputs: None,
            weights,
            options,
            print_to: None,
            control: RunControl::new(None, false),
        })
    }

    /// Adds one initial task of `Q` for each item, to those that there are: each run begins with all of them, until
    /// [`clear_seeds`](Self::clear_seeds). A GPU takes at most 2^30 of one procedure (`1 << 30`), and under
    /// [`Scheduler::MegakernelGlobal`](crate::options::Scheduler::MegakernelGlobal) fewer than 2^31 of all. Tasks may spawn as many as the queues
    /// hold.
    ///
    /// # Errors
    /// [`Error::Other`] when that would be more than the device takes, or when [`Contains`] was implemented by hand and names another procedure;
    /// [`Error::OutOfMemory`] when the host has no room for a copy of the items. No task is added then.
    pub fn seed<Q: Execute>(&mut self, items: &[Q::Item]) -> Result<&mut Self, Error>
    where
        P: Contains<Q>,
    {
        const { assert!(align_of::<Queued<Q>>() <= 16, "a work item may be aligned to at most 16 bytes") }
        let procedure = checked_index::<P, Q>()?;
        let mut counts = vec![0_usize; P::PROCEDURES.len()];
        counts[procedure] = items.len();
        for part in &self.seeds {
            counts[part.procedure] = counts[part.procedure].saturating_add(part.count);
        }
        self.engine.get_mut().check_seeds(&counts)?;
        let first = self.returning();
        if Q::Output::RETURNS {
            let count = first.checked_add(items.len()).filter(|count| *count < ReturnTo::NOWHERE.record as usize);
            let Some(count) = count else {
                return Err(Error::other("fewer than 2^32 - 2 initial tasks may have an output", None));
            };
            let largest = P::PROCEDURES.iter().filter_map(|info| info.output_size).max().unwrap_or(0);
            self.roots = Arc::new(Roots::new(count, largest)?);
        }
        let bytes = queued::<Q>(items, first)?;
        self.seeds.push(Seeds { procedure, count: items.len(), items: bytes });
        (self.seeds_unchanged, self.outputs) = (false, None);
        Ok(self)
    }

    /// How many initial tasks have an output.
    fn returning(&self) -> usize {
        let returns = |seeds: &&Seeds| P::PROCEDURES[seeds.procedure].output_size.is_some();
        self.seeds.iter().filter(returns).map(|seeds| seeds.count).sum()
    }

    /// The outputs of the initial tasks of `Q` in the last run, in the order in which [`seed`](Self::seed) was given them: what the tasks, or
    /// the continuations that they forked for, have [finished](crate::context::Context::finish) with. The
    /// [report of the run](Report::outputs) has them, too.
    ///
    /// # Errors
    /// [`Error::Other`] when no run has ended without an error since initial tasks were added, or when a device wrote what is no value.
    pub fn outputs<Q: Execute<Output: TaskOutput>>(&self) -> Result<Vec<Q::Output>, Error>
    where
        P: Contains<Q>,
    {
        checked_index::<P, Q>()?;
        let Some(outputs) = &self.outputs else {
            return Err(Error::other(
                "there are outputs after a run that ends without an error: call `run` first",
                None,
            ));
        };
        outputs.of::<Q>()
    }

    /// Runs the program from one initial task of `Q` alone, and gives its output. The initial tasks that there were are removed.
    ///
    /// ```
    /// # use whipple_runtime as whipple;
    /// # use whipple::{error::Error, join::TaskOutput, launcher::Launcher, procedure::Execute, program::{Contains, Program}};
    /// # fn example<P, Fib>(launcher: &mut Launcher<'_, P>) -> Result<(), Error>
    /// # where P: Program + Contains<Fib>, Fib: Execute<Item = u32, Output = u64> {
    /// let number = launcher.call::<Fib>(40)?;
    /// # let _: u64 = number;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`seed`](Self::seed), [`run`](Self::run) and [`outputs`](Self::outputs).
    pub fn call<Q: Execute<Output: TaskOutput>>(&mut self, item: Q::Item) -> Result<Q::Output, Error>
    where
        P: Contains<Q>,
    {
        self.clear_seeds().seed::<Q>(&[item])?.run()?;
        self.outputs::<Q>()?.pop().ok_or_else(|| Error::other("an initial task has one output", None))
    }

    /// Removes all initial tasks.
    pub fn clear_seeds(&mut self) -> &mut Self {
        self.seeds.clear();
        (self.seeds_unchanged, self.outputs) = (false, None);
        self
    }

    /// Changes the weight of `Q` for [`Policy::Random`](crate::options::Policy::Random) and
    /// [`Policy::Quota`](crate::options::Policy::Quota), from the next run on. Weights are 1 to
    /// 1,000,000, and only their proportions matter.
    ///
    /// # Errors
    /// [`Error::Options`] when the weight is out of range.
    pub fn set_weight<Q: Execute>(&mut self, weight: u32) -> Result<&mut Self, Error>
    where
        P: Contains<Q>,
    {
        self.weights.set(checked_index::<P, Q>()?, weight)?;
        Ok(self)
    }

    /// Sets how long each run may take, from the next one on, in place of [`Options::time_limit`]; `None` for as long as it takes.
    pub fn set_time_limit(&mut self, limit: Option<Duration>) -> &mut Self {
        self.options.time_limit = limit;
        self
    }

    /// Has the next runs give what their tasks print to a function, in place of the standard streams: the text of each `println!`, with
    /// the end of the line. On the CPU the threads that run tasks call it, on a GPU the one that waits for the run.
    ///
    /// ```
    /// # use whipple_runtime as whipple;
    /// # use whipple::{error::Error, launcher::Launcher, program::Program};
    /// # use std::sync::{Arc, Mutex};
    /// # fn example<P: Program>(launcher: &mut Launcher<'_, P>) -> Result<(), Error> {
    /// let lines = Arc::new(Mutex::new(String::new()));
    /// let into = lines.clone();
    /// launcher.print_to(move |_stream, text| into.lock().unwrap().push_str(text));
    /// launcher.run()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn print_to(&mut self, to: impl Fn(StandardStream, &str) + Send + Sync + 'static) -> &mut Self {
        self.print_to = Some(Arc::new(to));
        self
    }

    /// Runs the program from its initial tasks until no task is left.
    ///
    /// After an error the launcher can run again; what the run wrote to buffers stays. Later runs may be faster: on a GPU a launcher keeps its
    /// memory, and while the program's parameters stay the same the megakernel begins with what earlier runs have found by trial.
    ///
    /// # Errors
    /// [`Error::DevicePanic`] when a body panicked, [`Error::QueueMemory`] when the queues outgrew their limit,
    /// [`Error::TimeLimit`] when the run took longer than [`Options::time_limit`], and what the driver meets.
    pub fn run(&mut self) -> Result<Report, Error> {
        self.other = Encoded::default();
        self.control = self.new_control(false);
        self.launch().run()
    }

    /// Runs with the parameters and buffers of another value of the program, for this once: as [`run`](Self::run), from the same initial
    /// tasks. Nothing is prepared again, so this is how a parameter changes from frame to frame.
    ///
    /// ```no_run
    /// # use whipple_runtime::{error::Error, launcher::Launcher, program::Program};
    /// # fn example<P: Program>(mut launcher: Launcher<'_, P>, at: impl Fn(f32) -> P) -> Result<(), Error> {
    /// for frame in 0..100 {
    ///     launcher.run_with(&at(frame as f32 / 100.0))?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// [`Scheduler::TimeSlicedGraph`](crate::options::Scheduler::TimeSlicedGraph) makes its graph again where parameters differ from those
    /// of the run before.
    ///
    /// # Errors
    /// As [`run`](Self::run), and [`Error::WrongDevice`] when a buffer of the program is another device's,
    /// [`Error::WrittenAndReadOnly`] when one that tasks only read can be written through another field.
    pub fn run_with(&mut self, program: &P) -> Result<Report, Error> {
        let encoded = encoded(&self.device, program)?;
        self.control = self.new_control(false);
        Launch { program, encoded: &encoded, ..self.launch() }.run()
    }

    /// Starts a run on a thread of `scope` and returns at once. The handle shows its progress, stops it, and waits for it.
    ///
    /// ```no_run
    /// # use whipple_runtime::{error::Error, launcher::Launcher, program::Program, report::Report};
    /// # use std::time::Duration;
    /// # fn example<P: Program>(mut launcher: Launcher<'_, P>) -> Result<Report, Error> {
    /// std::thread::scope(|scope| {
    ///     let run = launcher.start(scope);
    ///     while !run.is_finished() {
    ///         println!("{} tasks done", run.progress().total_tasks());
    ///         std::thread::sleep(Duration::from_millis(100));
    ///     }
    ///     run.wait()
    /// })
    /// # }
    /// ```
    pub fn start<'scope>(&'scope mut self, scope: &'scope Scope<'scope, '_>) -> Running<'scope, P> {
        self.control = self.new_control(true);
        self.other = Encoded::default();
        let stack = self.options.worker_stack();
        Self::started(self.launch(), stack, scope)
    }

    /// As [`start`](Self::start), with the parameters and buffers of another value of the program, as [`run_with`](Self::run_with) has
    /// them.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] when a buffer of the program is another device's,
    /// [`Error::WrittenAndReadOnly`] when one that tasks only read can be written through another field.
    pub fn start_with<'scope>(
        &'scope mut self,
        scope: &'scope Scope<'scope, '_>,
        program: &'scope P,
    ) -> Result<Running<'scope, P>, Error> {
        self.other = encoded(&self.device, program)?;
        self.control = self.new_control(true);
        let stack = self.options.worker_stack();
        let (other, launch) = self.other_and_launch();
        Ok(Self::started(Launch { program, encoded: other, ..launch }, stack, scope))
    }

    /// The control of a run that begins now. `watched`: somebody may ask for its progress.
    fn new_control(&self, watched: bool) -> RunControl {
        let printer = Printer::new(self.print_to.clone(), !self.options.printing);
        RunControl::new(self.options.time_limit, watched).printing(printer)
    }

    fn started<'scope>(
        launch: Launch<'scope, P>,
        stack: usize,
        scope: &'scope Scope<'scope, '_>,
    ) -> Running<'scope, P> {
        let (control, weights) = (launch.control, launch.weights);
        let thread = Builder::new()
            .name(String::from("whipple run"))
            // On the CPU it is a worker.
            .stack_size(stack)
            .spawn_scoped(scope, move || launch.run())
            .map_err(|source| Error::Resources { what: "thread for a run", source });
        Running { thread: Some(thread), control, weights, program: PhantomData }
    }

    fn launch(&mut self) -> Launch<'_, P> {
        self.other_and_launch().1
    }

    fn other_and_launch(&mut self) -> (&Encoded, Launch<'_, P>) {
        let launch = Launch {
            program: &*self.program,
            engine: &mut **self.engine.get_mut(),
            encoded: &self.encoded,
            seeds: &self.seeds,
            seeds_unchanged: &mut self.seeds_unchanged,
            roots: &mut self.roots,
            outputs: &mut self.outputs,
            weights: &self.weights,
            control: &self.control,
        };
        (&self.other, launch)
    }

    /// The program.
    pub fn program(&self) -> &P {
        &self.program
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }
}

/// The program's name, the device and the options.
impl<P: Program> fmt::Debug for Launcher<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Launcher");
        shown.field("program", &P::NAME).field("device", &self.device).field("options", &self.options);
        shown.finish_non_exhaustive()
    }
}

/// What a run needs of its launcher, on whichever thread.
struct Launch<'r, P> {
    program: &'r P,
    engine: &'r mut dyn Engine,
    encoded: &'r Encoded,
    seeds: &'r [Seeds],
    seeds_unchanged: &'r mut bool,
    roots: &'r mut Arc<Roots>,
    outputs: &'r mut Option<Outputs>,
    weights: &'r Weights,
    control: &'r RunControl,
}

impl<P: Program> Launch<'_, P> {
    fn run(self) -> Result<Report, Error> {
        *self.outputs = None;
        // A report of an earlier run may still show what that has left.
        if Arc::get_mut(self.roots).is_none() {
            *self.roots = Arc::new(self.roots.same_room()?);
        }
        let run = Run {
            program: std::ptr::from_ref(self.program).cast(),
            parameters: &self.encoded.bytes,
            scalars: &self.encoded.scalars,
            storages: &self.encoded.storages,
            seeds: self.seeds,
            seeds_unchanged: *self.seeds_unchanged,
            roots: self.roots,
            weights: self.weights,
            control: self.control,
        };
        // SAFETY: `program` is a live `P`, which the engine was prepared for, and `seed` wrote items of the right types.
        let result = unsafe { self.engine.run(run) };
        self.control.end();
        *self.seeds_unchanged |= result.is_ok();
        let mut report = result?;
        let outputs = Outputs::new(self.seeds, P::PROCEDURES, self.roots);
        report.outputs = Some(outputs.clone());
        *self.outputs = Some(outputs);
        Ok(report)
    }
}

/// Items as queues hold them: with where their outputs go, for initial tasks from this number on.
fn queued<Q: Execute>(items: &[Q::Item], first: usize) -> Result<SeedBytes, Error> {
    let words = (items.len() * size_of::<Queued<Q>>()).div_ceil(16);
    let mut bytes: Vec<MaybeUninit<u128>> = host_memory::room(words, "the initial tasks")?;
    // SAFETY: the capacity is so many words, and `MaybeUninit` may be uninitialised.
    unsafe { bytes.set_len(words) };
    let mut bytes = bytes.into_boxed_slice();
    if !Q::Output::RETURNS {
        // SAFETY: the allocation has at least the size of the items, is aligned for them (`seed` checks that), is new, and holds
        // `MaybeUninit`, so that padding may stay uninitialised. An item that carries nothing lies in a queue as it is.
        unsafe { std::ptr::copy_nonoverlapping(items.as_ptr(), bytes.as_mut_ptr().cast::<Q::Item>(), items.len()) };
        return Ok(bytes);
    }
    let target = bytes.as_mut_ptr().cast::<Queued<Q>>();
    for (index, item) in items.iter().enumerate() {
        let to = Q::Output::carried(ReturnTo::root((first + index) as u32));
        // SAFETY: the allocation has at least the size of all items, and is aligned for them (`seed` checks that).
        unsafe { target.add(index).write(Carried { item: *item, to }) };
    }
    Ok(bytes)
}

/// Encodes a program, whose buffers must be the device's, and those that tasks only read must have memory of their own.
fn encoded<P: Program>(device: &Device, program: &P) -> Result<Encoded, Error> {
    let mut writer = ParameterWriter::default();
    encode_parameters(program, &mut writer);
    match writer.devices().iter().find(|other| !other.is(device)) {
        Some(other) => Err(Error::WrongDevice { buffer: other.description(), launcher: device.description() }),
        None => writer.into_encoded(),
    }
}

/// The index of `Q` in `P`. `Contains` is a safe trait: what it says must be checked before items of `Q` are queued for that
/// procedure.
pub(crate) fn checked_index<P: Contains<Q>, Q: Execute>() -> Result<usize, Error> {
    let procedure = P::INDEX;
    match P::PROCEDURES.get(procedure) {
        Some(info) if info.id == TypeId::of::<Q>() => Ok(procedure),
        _ => {
            let message = format!(
                "`{}` is not procedure {procedure} of `{}`: let `#[program]` implement `Contains`",
                Q::NAME,
                P::NAME
            );
            Err(Error::other(message, None))
        }
    }
}

/// A program without its type.
fn description<P: Program>() -> ProgramDescription {
    ProgramDescription {
        name: P::NAME,
        procedures: P::PROCEDURES,
        cuda_source: P::CUDA_SOURCE,
        plan: const { &P::PLAN },
    }
}
