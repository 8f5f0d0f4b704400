//! Task programs for the GPU in one Rust source.
//!
//! A *procedure* is a struct: its fields are the parameters that all its tasks share, its body processes one work item
//! and spawns others. A *program* is a struct of procedures. rustc checks the bodies; the CPU runs them as they stand; and
//! they are translated, while the crate compiles, into one CUDA megakernel that keeps all procedures running on a GPU at
//! once (Steinberger et al., "Whippletree: Task-based Scheduling of Dynamic Workloads on the GPU", 2014).
//!
//! ```
//! use whipple::prelude::*;
//!
//! /// The numbers from `start` up to `end`, without `end`.
//! #[device]
//! #[derive(Clone, Copy)]
//! pub struct Interval {
//!     pub start: u32,
//!     pub end: u32,
//! }
//!
//! /// Halves an interval until it is short.
//! #[procedure(level = 2)]
//! pub struct Halve {
//!     pub longest: u32,
//! }
//!
//! #[execute]
//! impl Execute for Halve {
//!     type Item = Interval;
//!     fn execute(&self, ctx: &Context<Self>, interval: &Interval) {
//!         let length = interval.end - interval.start;
//!         if length > self.longest {
//!             let middle = interval.start + length / 2;
//!             ctx.spawn::<Halve>(Interval { start: interval.start, end: middle });
//!             ctx.spawn::<Halve>(Interval { start: middle, end: interval.end });
//!         } else {
//!             ctx.spawn::<Sum>(*interval);
//!         }
//!     }
//! }
//!
//! /// Adds up an interval with the threads of a warp.
//! #[procedure(level = 0, threads = 32)]
//! pub struct Sum {
//!     pub total: Buffer<u32>,
//! }
//!
//! #[execute]
//! impl Execute for Sum {
//!     type Item = Interval;
//!     fn execute(&self, ctx: &Context<Self>, interval: &Interval) {
//!         let mut sum = 0;
//!         for number in (interval.start + ctx.thread()..interval.end).step_by(32) {
//!             sum += number;
//!         }
//!         let sum = ctx.reduce_add(sum);
//!         if ctx.thread() == 0 {
//!             self.total.fetch_add(0, sum);
//!         }
//!     }
//! }
//!
//! #[program]
//! pub struct Total {
//!     pub halve: Halve,
//!     pub sum: Sum,
//! }
//!
//! # fn main() -> Result<(), whipple::error::Error> {
//! let device = Device::cpu(); // `Device::best()?` takes a GPU if there is one
//! let total = device.buffer(1)?;
//! let program = Total { halve: Halve { longest: 100 }, sum: Sum { total: total.clone() } };
//! let report = Launcher::new(&device, &program)?.seed::<Halve>(&[Interval { start: 0, end: 10_000 }])?.run()?;
//! assert_eq!(total.read()?, [49_995_000]);
//! assert_eq!(report.tasks::<Sum>(), 128);
//! # Ok(())
//! # }
//! ```
//!
//! # Where to begin
//!
//! Read the program above, then [`prelude`], whose names all programs use. In the repository `docs/writing-a-program.md` builds
//! a first program step by step, and `docs/language.md` lists what of Rust device code may use. Then, as you need it:
//!
//! | to | read |
//! |---|---|
//! | write a program | [`macro@device`], [`macro@procedure`], [`macro@execute`], [`macro@program`], and in bodies [`Context`](context::Context) |
//! | hold data | [`buffer`], [`shared`], [`device_type`], and the types of `glam` |
//! | open a device | [`Device`](device::Device), [`OpenDevice`], [`DeviceChoice`] |
//! | run | [`launcher`], [`options`], [`running`], [`weights`] |
//! | see what a run did | [`report`], [`trace`], [`error`] |
//! | write host code over any program | [`mod@program`], [`mod@procedure`], [`plan`] |
//! | compile without a GPU, or emulate one | [`cuda`] |
//!
//! [`Program::CUDA_SOURCE`](program::Program::CUDA_SOURCE) is the CUDA text, and
//! [`Program::PLAN`](program::Program::PLAN) what was decided about its schedule; both are constants.
//! Host code over any program is generic over [`Contains`](program::Contains).
//!
//! What the macros write names `::whipple`. Under another name, as with `w = { package = "whipple" }`, write
//! `extern crate w as whipple;` in the crate root.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `emulation` (on) | the emulated device, for tests: `Device::emulated`, `DeviceChoice::Emulated` and `cuda::emulated` |
//!
//! Paths that these pages do not show are for what the macros write, for back ends and for tests. Do not name them: they may change in any version.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod open;

#[doc(no_inline)]
pub use glam;
pub use open::{DeviceChoice, OpenDevice};
pub use whipple_macros::{device, execute, procedure, program};
pub use whipple_runtime::{
    buffer, context, device, device_type, error, join, launcher, options, plan, print, procedure, program, report,
    running, shared, trace, weights,
};

/// The CUDA back end: compiling for an architecture without a GPU, the kernel cache, the emulated device.
#[doc(inline)]
pub use whipple_cuda as cuda;

// Second paths of what `buffer`, `device` and `report` have; for back ends and tests; for what the macros write.
#[doc(hidden)]
pub use whipple_runtime::{atomic, backend, choice, control, cpu, parameter, source};

/// What device code and the host around it use.
///
/// ```
/// use whipple::prelude::*;
/// ```
///
/// Its `Context` is what bodies get. Beside it, bring the trait of `anyhow` in without its name: `use anyhow::Context as _;`.
pub mod prelude {
    #[doc(no_inline)]
    pub use crate::{
        DeviceChoice, OpenDevice,
        buffer::{Buffer, ReadOnly},
        context::Context,
        device::Device,
        error::Error,
        join::{Joined, Outputs2, Outputs3, Outputs4, Several, Total},
        launcher::Launcher,
        options::{FloatingPoint, Options, Order, Policy, Scheduler},
        procedure::Execute,
        program::Program,
        report::Report,
        running::Running,
        shared::{Shared, SharedArray},
    };
    #[doc(no_inline)]
    pub use glam::{Mat3, Mat4, Vec2, Vec3, Vec4, vec2, vec3, vec4};
    #[doc(no_inline)]
    pub use whipple_macros::{device, execute, procedure, program};
}

#[doc(hidden)] // For what the macros write.
pub mod private;
