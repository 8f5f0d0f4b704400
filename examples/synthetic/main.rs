//! The synthetic tests of Steinberger et al. 2014, section 5, and two more: measured under every scheduler, each measurement
//! checked.
//!
//! `cargo run --release --example synthetic -- --help` lists the options. One file holds one program: `recursion.rs`,
//! `tree.rs`, `pipeline.rs`, `unbalanced.rs`, `durations.rs`; `suite.rs` lists the tests.

mod cli;
mod durations;
mod expect;
mod json;
mod load;
mod measure;
mod pipeline;
mod plots;
mod recursion;
mod run;
mod suite;
mod table;
mod trace;
mod tree;
mod unbalanced;

use clap::Parser;
use std::{io, process::ExitCode};

fn main() -> ExitCode {
    match run::run(&cli::Arguments::parse(), &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            let mut cause = error.source();
            while let Some(error) = cause {
                eprintln!("  because: {error}");
                cause = error.source();
            }
            ExitCode::FAILURE
        }
    }
}
