//! Devices as programs see them, and what drives one.

pub mod backend;
#[expect(clippy::module_inception, reason = "the crate's path is `device`, and the room has no path")]
pub mod device;
