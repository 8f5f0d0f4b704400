//! What a program is: types that host and device share, procedures and their bodies' contexts, and what const evaluation makes of them.

pub mod context;
pub mod device_type;
pub mod facts;
pub mod join;
pub mod parameter;
pub mod plan;
pub mod print;
pub mod procedure;
#[expect(clippy::module_inception, reason = "the crate's path is `program`, and the room has no path")]
pub mod program;
pub mod source;
