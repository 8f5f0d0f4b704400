//! The examples as commands: what they do with outputs, what they print where, and what they say of options.
#![cfg(target_os = "linux")]

#[path = "../../examples/common/mod.rs"]
mod common;

mod bars;
mod examples;
mod outputs;
mod plots;
mod printing;
mod signals;
mod words;
