//! The shape of a worker block whose local queues fit a GPU.

use super::{
    layout::{Layout, Split, static_shared},
    shape::{Multiprocessor, Shape},
    spawns::Spawns,
};
use crate::driver::Properties;
use whipple_runtime::{
    backend::ProgramDescription,
    error::Error,
    facts::item_bytes,
    options::{Options, Scheduler},
};

/// The shape for a program: with the block size that the options name, or else the plan's, or where the local queues of such a block
/// do not fit, the smaller one that keeps most threads resident. Many procedures of one thread ask for it: most queues hold a task for
/// every thread of the block.
///
/// # Errors
/// [`Error::Options`] when the block size that the options name does not fit, or, where they name none, the scheduler with any.
pub fn fitting_shape(
    program: ProgramDescription,
    options: &Options,
    split: Split,
    properties: &Properties,
) -> Result<Shape, Error> {
    let multiprocessor = Multiprocessor::of(properties);
    let spawns = Spawns::new(program.procedures, program.plan, options);
    let expected = static_shared(&program, &spawns);
    let layout = |shape| Layout::new(program.procedures, &spawns, shape, split, expected, multiprocessor);
    let planned = Shape::new(program, options, properties.threads_per_multiprocessor)?;
    let Err(error) = layout(planned) else { return Ok(planned) };
    if options.block_threads.is_some() {
        return Err(error);
    }
    let smaller = (64..planned.block_threads).step_by(32).filter_map(|threads| {
        let options = options.clone().block_threads(threads);
        let shape = Shape::new(program, &options, properties.threads_per_multiprocessor).ok()?;
        let blocks = layout(shape).ok()?.blocks;
        Some((blocks * threads, shape))
    });
    let best = smaller.max_by_key(|(resident, _)| *resident).map(|(_, shape)| shape);
    best.ok_or_else(|| no_local_queues(program, multiprocessor))
}

/// The megakernel's local queues fit no worker block.
fn no_local_queues(program: ProgramDescription, multiprocessor: Multiprocessor) -> Error {
    let largest = program.procedures.iter().max_by_key(|procedure| item_bytes(procedure));
    let largest = largest.map_or(String::new(), |it| format!(" (those of `{}` have {} bytes)", it.name, it.item_size));
    Error::Options {
        option: "scheduler",
        value: Scheduler::Megakernel.to_string(),
        reason: format!(
            "its local queues hold the work items of `{}`{largest} and the shared memory of the tasks, which do not fit {} bytes of shared memory: choose `Scheduler::MegakernelGlobal` or `Scheduler::Auto`, or make the work items smaller",
            program.name, multiprocessor.shared_per_block
        ),
    }
}
