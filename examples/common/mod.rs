//! What the examples have in common: parts of their command lines, how they fail, plots of traces.

#![allow(dead_code, reason = "each example uses a part of it")]

pub mod arguments;
pub mod failure;
pub mod memory;
pub mod output;
pub mod trace;
