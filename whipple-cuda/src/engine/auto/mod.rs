//! `Scheduler::Auto`: short measured runs of the user's own work choose the scheduler, the size of worker blocks and the split
//! of the local queues. What is chosen and why: docs/schedulers.md.

mod candidates;
mod choice;
mod classes;
mod trial;
mod tuner;

use super::{global, megakernel, sliced};
use crate::{cache::Cache, driver::Gpu, nvrtc::device_runtime};
use candidates::{Candidate, candidates};
use choice::Records;
use std::sync::Arc;
use trial::Limits;
use tuner::{AutoEngine, Factory};
use whipple_runtime::{
    backend::{Engine, ProgramDescription},
    error::Error,
    options::{Options, Scheduler},
};

/// Prepares a program whose scheduler will be chosen by measuring. The plan's megakernel is made now, so that what is wrong
/// with the program or the options shows here.
///
/// # Errors
/// As the engines' own.
pub fn prepare(gpu: &Arc<Gpu>, program: ProgramDescription, options: &Options) -> Result<Box<dyn Engine>, Error> {
    let launches = gpu.is_emulated() || device_runtime().is_ok();
    let list = candidates(program, options, gpu.properties(), launches);
    let place = format!("{}, {}", gpu.description(), gpu.toolchain()?);
    let records = Records::new(Cache::from_environment(), program, options, &place, &list);
    let engines = Engines { gpu: Arc::clone(gpu), program, options: options.clone() };
    Ok(Box::new(AutoEngine::new(engines, list, program.procedures.len(), records, Limits::default())?))
}

/// Makes engines on a GPU.
struct Engines {
    gpu: Arc<Gpu>,
    program: ProgramDescription,
    options: Options,
}

impl Factory for Engines {
    fn make(&self, candidate: &Candidate) -> Result<Box<dyn Engine>, Error> {
        let Self { gpu, program, .. } = self;
        let options = candidate.options(&self.options);
        match candidate.scheduler {
            Scheduler::Megakernel => megakernel::prepare(gpu, *program, &options, candidate.split),
            Scheduler::MegakernelGlobal => global::prepare(gpu, *program, &options),
            _ => sliced::prepare(gpu, *program, &options),
        }
    }
}
