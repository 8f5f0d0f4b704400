//! Renders the Utah teapot with a recursive Reyes pipeline, on the CPU or a CUDA GPU, and writes a PNG file.
//!
//! `cargo run --release --example reyes -- --help` lists the options. One file holds one procedure: `bound.rs`,
//! `split.rs`, `dice.rs`, `shade.rs`; `program.rs` puts them together.

mod bound;
mod camera;
mod cell;
mod cli;
mod dice;
mod image;
mod patch;
mod program;
mod progress;
mod render;
mod scene;
mod shade;
mod split;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match render::run(&cli::Arguments::parse()) {
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
