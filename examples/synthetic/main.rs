//! Measures synthetic tests under every scheduler.
//!
//! `cargo run --release --example synthetic -- --help` lists the options; `mod.rs` says what is where.

#[path = "../common/mod.rs"]
mod common;
#[path = "mod.rs"]
mod synthetic;

use std::process::ExitCode;
use synthetic::{cli::Arguments, run};

fn main() -> ExitCode {
    common::command::main(Arguments::takes_standard_output, run::run)
}
