//! How the megakernel is compiled.

use super::{
    layout::Layout,
    shape::{Shape, least_hand_over},
    spawns::Spawns,
};
use crate::{
    engine::common::{blocks::barrier_names, large::common_settings, observe::Observation},
    settings::Settings,
};
use whipple_runtime::{backend::ProgramDescription, error::Error, options::Options, program::ProcedureInfo};

/// What the room in the local queues decides about the code.
#[derive(Clone, Copy)]
pub struct Rooms {
    /// Spawns need a way past the local queues.
    pub overflow: bool,
    /// Even empty queues do not hold what just any round may spawn: each round counts what its own tasks may.
    pub counted: bool,
}

impl Rooms {
    /// What a layout asks for.
    pub fn of(layout: &Layout, procedures: &[ProcedureInfo], spawns: &Spawns, block_threads: u32) -> Self {
        Self {
            overflow: !layout.holds_rounds(procedures, block_threads, spawns),
            counted: !layout.fits_rounds(procedures, block_threads, spawns),
        }
    }
}

/// The settings for blocks of this size, but for how many of them are resident.
pub fn for_blocks(program: ProgramDescription, options: &Options, block_threads: u32, rooms: Rooms) -> Settings {
    let settings = common_settings(program, options)
        .define("WHIPPLE_OVERFLOW", u32::from(rooms.overflow))
        .define("WHIPPLE_COUNTED", u32::from(rooms.counted))
        .define("WHIPPLE_SCARCE", u32::from(options.queue_memory.or(options.initial_queue_memory).is_some()))
        .define("WHIPPLE_DEPTH_FIRST", u32::from(options.dives()))
        .define("WHIPPLE_BARRIERS", barrier_names(program.procedures, block_threads))
        .define("WHIPPLE_BLOCK_THREADS", block_threads)
        .define("WHIPPLE_MIN_HAND_OVER", least_hand_over(program.procedures, block_threads))
        // The device's policies are called like the host's.
        .define("WHIPPLE_POLICY", format!("{:?}", options.policy.resolve(program.plan)));
    Observation::defines(options).into_iter().fold(settings, |settings, (name, value)| settings.define(name, value))
}

/// The settings without a look at a GPU.
///
/// # Errors
/// [`Error::Options`] where an option does not fit the program.
pub fn settings(program: ProgramDescription, options: &Options) -> Result<Settings, Error> {
    // As many registers as they come to, and the larger code of a way past the local queues.
    let block_threads = Shape::new(program, options, u32::MAX)?.block_threads;
    Ok(for_blocks(program, options, block_threads, Rooms { overflow: true, counted: true }))
}
