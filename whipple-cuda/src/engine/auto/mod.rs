//! `Scheduler::Auto`: short measured runs of the user's own work choose the scheduler, the size of worker blocks and the split
//! of the local queues. What is chosen and why: docs/scheduling.md.

mod candidates;
mod choice;
mod trial;
mod tuner;

use super::{GlobalEngine, MegakernelEngine, SlicedEngine};
use crate::{cache::Cache, device::CudaDevice, nvrtc::device_runtime};
use candidates::{Candidate, candidates};
use choice::Records;
use trial::Limits;
use tuner::{AutoEngine, Factory};
use whipple_runtime::{
    backend::{Backend, Engine, ProgramDescription},
    error::Error,
    options::{Options, Scheduler},
};

/// Prepares a program whose scheduler will be chosen by measuring. The plan's megakernel is made now, so that what is wrong
/// with the program or the options shows here.
///
/// # Errors
/// As the engines' own.
pub(crate) fn prepare(
    device: &CudaDevice,
    program: ProgramDescription,
    options: &Options,
) -> Result<Box<dyn Engine>, Error> {
    let launches = device.gpu().is_emulated() || device_runtime().is_ok();
    let list = candidates(program, options, device.gpu().properties(), launches);
    let place = format!("{}, {}", device.description(), device.gpu().toolchain()?);
    let records = Records::new(Cache::from_environment(), program, options, &place, &list);
    let engines = Engines { device: device.clone(), program, options: options.clone() };
    Ok(Box::new(AutoEngine::new(engines, list, program.procedures.len(), records, Limits::default())?))
}

/// Makes engines on a GPU.
struct Engines {
    device: CudaDevice,
    program: ProgramDescription,
    options: Options,
}

impl Factory for Engines {
    fn make(&self, candidate: &Candidate) -> Result<Box<dyn Engine>, Error> {
        let Self { device, program, .. } = self;
        let options = candidate.options(&self.options);
        Ok(match candidate.scheduler {
            Scheduler::Megakernel => {
                Box::new(MegakernelEngine::with_queues(device, *program, &options, candidate.split())?)
            }
            Scheduler::MegakernelGlobal => Box::new(GlobalEngine::new(device, *program, &options)?),
            _ => Box::new(SlicedEngine::new(device, *program, &options)?),
        })
    }
}
