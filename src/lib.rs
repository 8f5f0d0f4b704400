//! Task programs for the GPU in one Rust source.

pub use glam;
pub use whipple_macros::{device, execute, procedure, program};
pub use whipple_runtime::{
    backend, buffer, context, cpu, device, device_type, error, launcher, options, parameter, plan, program, report,
    shared, source,
};

/// Procedures: `#[procedure]` writes [`Procedure`](procedure::Procedure), `#[execute]` goes on [`Execute`](procedure::Execute).
pub mod procedure {
    pub use whipple_runtime::procedure::*;
}

/// What device code and the host around it use.
pub mod prelude {
    pub use crate::{
        buffer::Buffer,
        context::Context,
        device::Device,
        launcher::Launcher,
        options::Options,
        procedure::Execute,
        shared::{Shared, SharedArray},
    };
    pub use glam::{Mat3, Mat4, Vec2, Vec3, Vec4, vec2, vec3, vec4};
    pub use whipple_macros::{device, execute, procedure, program};
}

#[doc(hidden)]
pub mod private;
