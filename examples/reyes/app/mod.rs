//! The command: its options, what it prints and writes.

pub mod cli;
pub mod image;
pub mod job;
pub mod notes;
pub mod outputs;
pub mod render;
