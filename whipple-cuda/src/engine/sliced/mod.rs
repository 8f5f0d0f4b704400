//! Running programs as slices: a kernel for each procedure, again and again, until no task is left. Protocol:
//! `device/schedulers/sliced/README.md`.

mod abi;
mod device_loop;
mod geometry;
mod host_loop;
mod slices;
mod stacks;
mod steps;

use super::common::{
    blocks::numbered_barriers,
    large::common_settings,
    prepared::ReadyEngine,
    session::{Session, Sizes, Timing},
};
use crate::{
    cache::Cache,
    compile::compile_cached,
    driver::{Gpu, Module},
    nvrtc::device_runtime,
    settings::Settings,
};
use abi::STATE;
use device_loop::{DeviceLoop, Planner};
use geometry::Geometry;
use host_loop::HostLoop;
use slices::Slices;
use std::sync::Arc;
use steps::Rules;
use whipple_runtime::{
    backend::{Engine, ProgramDescription},
    error::Error,
    options::{Options, Policy, Scheduler},
};

/// Prepares a program: compiles a kernel for each procedure (cached on disk) and allocates the queues.
///
/// # Errors
/// A missing compiler, a rejected source, options that do not fit, too little memory.
pub fn prepare(gpu: &Arc<Gpu>, program: ProgramDescription, options: &Options) -> Result<Box<dyn Engine>, Error> {
    let properties = gpu.properties();
    let fill = properties.multiprocessors * properties.threads_per_multiprocessor;
    let policy = policy(program, options);
    let rules = Rules::new(program.procedures, program.plan, policy, fill);
    let (slices, module) = Slices::new(gpu, program, options, rules, || compile(gpu, program, options))?;
    let session = Session::new(gpu, program, policy, Sizes { state: STATE, options, depth_first: false }, Timing::Run)?;
    Ok(match Planner::new(&module, options.scheduler)? {
        Some(planner) => Box::new(ReadyEngine::new(session, DeviceLoop::new(slices, planner))),
        None => Box::new(ReadyEngine::new(session, HostLoop::new(gpu, slices)?)),
    })
}

fn compile(gpu: &Arc<Gpu>, program: ProgramDescription, options: &Options) -> Result<Module, Error> {
    let settings = settings(program, options)?;
    let architecture = gpu.properties().architecture();
    let cache = Cache::from_environment();
    let compiled = compile_cached(program.cuda_source, program.name, &architecture, &settings, &cache)?;
    match options.scheduler {
        Scheduler::DynamicParallelism if !gpu.is_emulated() => Module::link(gpu, &compiled.code, &device_runtime()?),
        _ => Module::load(gpu, &compiled.code),
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
