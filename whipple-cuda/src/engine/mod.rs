//! Running programs on a GPU, a folder for each kind of scheduler:
//!
//! - `megakernel/` is the default, a kernel that lives as long as the run, with local queues;
//! - `global/` is the same without local queues;
//! - `sliced/` has a kernel for each procedure, launched again and again;
//! - `auto/` measures the others and keeps the fastest;
//! - `common/` is what several of them use, with the loop of a run.

#![warn(clippy::too_many_lines)]

mod auto;
mod common;
mod global;
mod megakernel;
mod sliced;

use crate::{driver::Gpu, settings::Settings};
use megakernel::layout::Split;
use std::sync::Arc;
use whipple_runtime::{
    backend::{Engine, ProgramDescription},
    error::Error,
    options::{Options, Scheduler},
};

/// Prepares a program for the scheduler that the options name.
///
/// # Errors
/// A missing compiler, a rejected source, options that do not fit, too little memory.
pub(crate) fn prepare(
    gpu: &Arc<Gpu>,
    program: ProgramDescription,
    options: &Options,
) -> Result<Box<dyn Engine>, Error> {
    match options.gpu_scheduler() {
        Scheduler::Megakernel => megakernel::prepare(gpu, program, options, Split::default()),
        Scheduler::MegakernelGlobal => global::prepare(gpu, program, options),
        Scheduler::TimeSliced | Scheduler::TimeSlicedGraph | Scheduler::DynamicParallelism => {
            sliced::prepare(gpu, program, options)
        }
        Scheduler::Auto => auto::prepare(gpu, program, options),
        other => Err(Error::Options {
            option: "scheduler",
            value: format!("{other:?}"),
            reason: "the CUDA back end does not have it: choose another".to_owned(),
        }),
    }
}

/// How a program is compiled for the scheduler that the options name: what the engines use, for a look at the code without a
/// GPU. What a GPU decides, as the number of resident blocks, is left to the defaults of the device library.
///
/// # Errors
/// [`Error::Options`] where an option does not fit the program.
pub fn settings(program: ProgramDescription, options: &Options) -> Result<Settings, Error> {
    match options.gpu_scheduler() {
        Scheduler::TimeSliced | Scheduler::TimeSlicedGraph | Scheduler::DynamicParallelism => {
            sliced::settings(program, options)
        }
        Scheduler::MegakernelGlobal => global::settings(program, options, 1),
        _ => megakernel::settings(program, options),
    }
}
