//! Derives a city from shape grammars, on the CPU or a CUDA GPU, and writes it as binary glTF and as a picture.
//!
//! `cargo run --release --example city -- --help` lists the options; `mod.rs` says what is where.

#[path = "mod.rs"]
mod city;
#[path = "../common/mod.rs"]
mod common;

use city::{cli::Arguments, run};
use clap::Parser;
use std::{io, process::ExitCode};

fn main() -> ExitCode {
    common::failure::exit_code(run::run(&Arguments::parse(), &mut io::stdout()))
}
