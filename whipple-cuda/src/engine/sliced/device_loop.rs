//! The loop over the slices on the device: as a CUDA graph that repeats itself, or as a kernel that launches the others and
//! itself again.

use super::{
    abi::{LAUNCH_REFUSED, SliceParameters, decode_state},
    slices::{Kernel, Slices},
    steps::Standing,
};
use crate::{
    driver::{ExecutableGraph, Function, Gpu, Graph, Module, Node, Stream},
    engine::common::{
        abi::{Arguments, Image, control, flags},
        prepared::{Next, Prepared, left_early},
        session::{Launched, Session},
    },
};
use std::sync::Arc;
use whipple_runtime::{backend::Run, error::Error, options::Scheduler, report::Report};

/// Threads of the kernels that plan: one warp.
const PLANNERS: u32 = 32;

/// A program whose slices the device plans.
pub struct DeviceLoop {
    slices: Slices,
    planner: Planner,
}

/// Who plans the slices.
pub enum Planner {
    /// A graph.
    Graph {
        /// The kernel that plans the next slice.
        advance: Function,
        /// The graph, and what it was made for.
        ready: Option<(Vec<u8>, SliceParameters, ExecutableGraph)>,
    },
    /// Nested launches.
    Controller(Function),
}

impl Planner {
    /// That of a scheduler; `None` where it is the host.
    ///
    /// # Errors
    /// What the driver met.
    pub fn new(module: &Module, scheduler: Scheduler) -> Result<Option<Self>, Error> {
        Ok(match scheduler {
            Scheduler::TimeSlicedGraph => {
                Some(Self::Graph { advance: module.function("whipple_advance")?, ready: None })
            }
            Scheduler::DynamicParallelism => Some(Self::Controller(module.function("whipple_controller")?)),
            _ => None,
        })
    }

    /// Enqueues the loop. The parameters are copied.
    ///
    /// # Safety
    /// `program` must be the program's struct, and both it and `parameters` name memory that lives until the stream has
    /// passed the loop.
    unsafe fn enqueue(
        &mut self,
        gpu: &Arc<Gpu>,
        stream: &Stream,
        kernels: &[Kernel],
        program: &[u8],
        parameters: SliceParameters,
    ) -> Result<(), Error> {
        match self {
            Self::Controller(controller) => {
                let mut arguments = Arguments::new([program, &parameters.encode()]);
                // SAFETY: the kernel's two parameters; the rest is the caller's contract.
                unsafe { controller.launch(1, PLANNERS, 0, stream, &mut arguments.pointers()) }
            }
            Self::Graph { advance, ready } => {
                let fits = |ready: &&mut (Vec<u8>, SliceParameters, ExecutableGraph)| {
                    ready.0 == program && ready.1 == parameters
                };
                let graph = match ready.as_mut().filter(fits) {
                    Some((_, _, graph)) => graph,
                    None => {
                        // SAFETY: as the caller's contract for this launch; a later one compares the parameters first.
                        let graph = unsafe { repeat(gpu, advance, kernels, program, &parameters)? };
                        &mut ready.insert((program.to_vec(), parameters, graph)).2
                    }
                };
                // SAFETY: the caller's contract.
                unsafe { graph.launch(stream) }
            }
        }
    }
}

/// The graph: plan; while there is a plan, run all slices side by side and plan again.
///
/// # Safety
/// As [`Planner::enqueue`], whenever the graph is launched.
unsafe fn repeat(
    gpu: &Arc<Gpu>,
    advance: &Function,
    kernels: &[Kernel],
    program: &[u8],
    parameters: &SliceParameters,
) -> Result<ExecutableGraph, Error> {
    let graph = Graph::new(gpu)?;
    let condition = graph.condition()?;
    let parameters = SliceParameters { handle: condition.handle(), ..parameters.clone() };
    let mut arguments = Arguments::new([program, &parameters.encode()]);
    let [program, parameters] = arguments.pointers();
    let planners = (1, PLANNERS, 0);
    // SAFETY: here and below the kernels' own parameters; the rest is the caller's contract.
    let first = unsafe { graph.steps().kernel(advance, planners, &mut [parameters], &[])? };
    let body = graph.steps().repeat(condition, &[first])?;
    let slice = |kernel: &Kernel| {
        let shape = (kernel.resident, kernel.geometry.threads, kernel.geometry.scratch);
        // SAFETY: as above.
        unsafe { body.kernel(&kernel.function, shape, &mut [program, parameters], &[]) }
    };
    let slices = kernels.iter().map(slice).collect::<Result<Vec<Node>, _>>()?;
    // SAFETY: as above.
    unsafe { body.kernel(advance, planners, &mut [parameters], &slices)? };
    graph.instantiate()
}

impl DeviceLoop {
    /// A loop that has not run yet.
    pub fn new(slices: Slices, planner: Planner) -> Self {
        Self { slices, planner }
    }
}

impl Prepared for DeviceLoop {
    fn begin(&mut self, session: &Session, _run: &Run<'_>, _dirty: bool) -> Result<Next, Error> {
        self.slices.begin(session, &Standing::new(session.seeds.counts()))?;
        Ok(Next::Launch)
    }

    unsafe fn launch(&mut self, session: &mut Session, run: &Run<'_>) -> Result<Launched, Error> {
        let gpu = Arc::clone(&session.gpu);
        let parameters = self.slices.parameters(session);
        let kernels = &self.slices.kernels;
        // SAFETY: the kernels take the program's struct and `SliceParameters`; both encodings have these layouts, which
        // static_asserts of the device library and of the program check. All memory that they name belongs to `self`, to the
        // session, or to buffers that the program value holds, until the session has waited.
        session.launch(run, None, |stream| unsafe {
            self.planner.enqueue(&gpu, stream, kernels, run.parameters, parameters)
        })
    }

    fn after(&mut self, session: &Session, _run: &Run<'_>, image: &mut Image) -> Result<Next, Error> {
        let left = image.word(control::FLAGS);
        if left & flags::ENDED != 0 {
            return Ok(Next::Ended);
        }
        if left & flags::SUSPEND == 0 {
            let refused = "the device could not launch the kernels of a slice: choose another scheduler";
            return Err(if left & LAUNCH_REFUSED != 0 { Error::other(refused, None) } else { left_early() });
        }
        let standing = decode_state(image.state(), self.slices.count());
        self.slices.grow(&standing, image.long(control::ROUNDS))?;
        // SAFETY: nothing else uses the control words before the launch behind this in the same stream.
        unsafe { session.words.set_on(&session.stream, control::FLAGS, 0, 4)? };
        Ok(Next::Launch)
    }

    fn report(&mut self, _image: &Image, report: &mut Report) -> Result<(), Error> {
        report.workers = self.slices.kernels.iter().map(|kernel| kernel.resident).max().unwrap_or(0);
        self.slices.report(report);
        Ok(())
    }
}
