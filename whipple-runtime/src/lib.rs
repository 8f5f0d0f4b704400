//! The CUDA-free half of whipple.
//!
//! Programs depend on the crate `whipple`, which shows what of this one users need, under the same names.
//!
//! The files lie in rooms. A room may use the rooms above it in this table, and `error.rs`, which all share:
//!
//! | room | what it holds |
//! |---|---|
//! | `program/` | what a program is: device types, procedures, contexts, the plan and its facts; in `source/` its CUDA text |
//! | `memory/` | buffers, shared memory, the host's memory |
//! | `run/` | what a run is told and what it tells: options, weights, control, report, trace; launchers |
//! | `device/` | devices, and what drives one |
//! | `cpu/` | the CPU executor |
//!
//! These files also know a later room:
//!
//! - `program/context.rs`, `program/join.rs` and `program/program.rs` know the CPU's `Task`, because a body on the host is a task of it.
//! - `program/parameter.rs` and `memory/buffer.rs` know the device whose memory a buffer is.
//! - `program/parameter.rs` and `program/source/seen.rs` know buffers and shared memory, which bodies name.
//! - `run/launcher.rs` knows the device that it launches on.
//! - `device/device.rs` knows the CPU executor, which is always there.
//! - `error.rs` knows the report of a run that did not come to its end.
//!
//! Paths do not name rooms: a file `run/options.rs` is the module `whipple_runtime::options`.

pub mod error;

/// Apart from the crate's modules, since two of them have a room's name. The empty path puts the rooms beside this file.
#[path = ""]
mod rooms {
    pub mod cpu;
    pub mod device;
    pub mod memory;
    pub mod program;
    pub mod run;
}

pub use rooms::{
    device::device,
    memory::{buffer, shared},
    program::{context, device_type, join, plan, print, procedure, program},
    run::{launcher, options, report, running, trace, weights},
};

use rooms::run::{outputs, waiting};

// For back ends.
#[doc(hidden)]
pub use rooms::{
    cpu,
    device::backend,
    memory::{fault, host_memory},
    program::facts,
    run::control,
};

// For what the macros write.
#[doc(hidden)]
pub use rooms::program::{parameter, source};

// Second paths of what `buffer`, `report` and `device_type` have, for programs that name them.
#[doc(hidden)]
pub use rooms::{
    memory::atomic,
    program::device_type::{Data, DeviceItem, DeviceType, Encode, Typed, WorkItem},
    run::choice,
};
