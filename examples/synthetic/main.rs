//! Measures synthetic tests under every scheduler.
//!
//! `cargo run --release --example synthetic -- --help` lists the options; `mod.rs` says what is where.

#[path = "../common/mod.rs"]
mod common;
#[path = "mod.rs"]
mod synthetic;

use clap::Parser;
use std::{io, process::ExitCode};
use synthetic::{cli::Arguments, run};

fn main() -> ExitCode {
    common::failure::exit_code(run::run(&Arguments::parse(), &mut io::stdout()))
}
