//! What the examples have in common: how they begin and end, parts of their command lines, outputs, progress, plots of traces.

#![allow(dead_code, reason = "each example uses a part of it")]

pub mod arguments;
pub mod command;
pub mod failure;
pub mod memory;
pub mod output;
pub mod plot;
pub mod progress;
pub mod trace;
