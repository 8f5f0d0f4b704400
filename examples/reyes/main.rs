//! Renders bicubic Bézier patches, the Utah teapot if no others, with a recursive Reyes pipeline, on the CPU or a CUDA GPU, and
//! writes PNG files.
//!
//! `cargo run --release --example reyes -- --help` lists the options; `mod.rs` says what is where.

#[path = "../common/mod.rs"]
mod common;
#[path = "mod.rs"]
mod reyes;

use reyes::app::{outputs::takes_standard_output, render};
use std::process::ExitCode;

fn main() -> ExitCode {
    common::command::main(takes_standard_output, render::run)
}
