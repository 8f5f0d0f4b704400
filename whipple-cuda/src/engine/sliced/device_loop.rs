//! The loop over the slices on the device: as a CUDA graph that repeats itself, or as a kernel that launches the others and
//! itself again.

use super::{Kernel, abi::SliceParameters};
use crate::{
    driver::{ExecutableGraph, Function, Gpu, Graph, Module, Node},
    engine::common::abi::aligned,
};
use std::sync::Arc;
use whipple_runtime::{error::Error, options::Scheduler};

/// Threads of the kernels that plan: one warp.
const PLANNERS: u32 = 32;

/// The loop of one program.
pub enum DeviceLoop {
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

impl DeviceLoop {
    /// The loop of a scheduler; `None` where the host has it.
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

    /// Launches the loop in the first kernel's stream, without waiting. The parameters are copied.
    ///
    /// # Safety
    /// `program` must be the program's struct, and both it and `parameters` name memory that lives until the stream has
    /// passed the loop.
    ///
    /// # Errors
    /// What the driver met.
    pub unsafe fn launch(
        &mut self,
        gpu: &Arc<Gpu>,
        kernels: &[Kernel],
        program: &[u8],
        parameters: SliceParameters,
    ) -> Result<(), Error> {
        let stream = &kernels[0].stream;
        match self {
            Self::Controller(controller) => {
                let mut program = aligned(program);
                let mut parameters = aligned(&parameters.encode());
                let mut arguments = [program.as_mut_ptr().cast(), parameters.as_mut_ptr().cast()];
                // SAFETY: the kernel's two parameters; the rest is the caller's contract.
                unsafe { controller.launch(1, PLANNERS, 0, stream, &mut arguments) }
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
/// As [`DeviceLoop::launch`], whenever the graph is launched.
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
    let (mut program, mut parameters) = (aligned(program), aligned(&parameters.encode()));
    let (program, parameters) = (program.as_mut_ptr().cast(), parameters.as_mut_ptr().cast());
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
