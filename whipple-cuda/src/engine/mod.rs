//! Running programs on a GPU, a folder for each kind of scheduler:
//!
//! - `megakernel/` is the default, a kernel that lives as long as the run, with local queues;
//! - `global/` is the same without local queues;
//! - `sliced/` has a kernel for each procedure, launched again and again;
//! - `auto/` measures the others and keeps the fastest;
//! - `common/` is what several of them use.

mod auto;
mod common;
mod global;
mod megakernel;
mod sliced;

pub(crate) use auto::prepare as prepare_auto;
pub use global::GlobalEngine;
pub use megakernel::MegakernelEngine;
pub use sliced::SlicedEngine;

use crate::settings::Settings;
use whipple_runtime::{
    backend::ProgramDescription,
    error::Error,
    options::{Options, Scheduler},
};

/// How a program is compiled for the scheduler that the options name: what the engines use, for a look at the code without a
/// GPU. What a GPU decides, as the number of resident blocks, is left to the defaults of the device library.
///
/// # Errors
/// [`Error::Options`] where an option does not fit the program.
pub fn settings(program: ProgramDescription, options: &Options) -> Result<Settings, Error> {
    match options.scheduler {
        Scheduler::TimeSliced | Scheduler::TimeSlicedGraph | Scheduler::DynamicParallelism => {
            sliced::settings(program, options)
        }
        Scheduler::MegakernelGlobal => global::settings(program, options, 1),
        _ => megakernel::settings(program, options),
    }
}
