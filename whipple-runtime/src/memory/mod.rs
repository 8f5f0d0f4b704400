//! Memory: what tasks share, and what the host has.

pub mod atomic;
pub mod buffer;
pub mod fault;
pub mod host_memory;
mod indexed;
pub mod shared;
