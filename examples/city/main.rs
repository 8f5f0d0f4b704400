//! Derives a city from shape grammars, on the CPU or a CUDA GPU, and writes it as binary glTF and as a picture.
//!
//! `cargo run --release --example city -- --help` lists the options; `mod.rs` says what is where.

#[path = "mod.rs"]
mod city;
#[path = "../common/mod.rs"]
mod common;

use city::{outputs::takes_standard_output, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    common::command::main(takes_standard_output, run::run)
}
