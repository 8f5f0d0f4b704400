//! Renders bicubic patches, the Utah teapot if no others, with a recursive Reyes pipeline, on the CPU or a CUDA GPU, and
//! writes PNG files.
//!
//! `cargo run --release --example reyes -- --help` lists the options. There are three renderers, each a program of a file
//! for each procedure: `bound.rs`, `split.rs`, `dice.rs`, `shade.rs`, put together in `program.rs`, for one sample a pixel
//! of opaque surfaces; `sampled/` for several, transparency and motion blur; `single/`, the first one again by tasks of one
//! thread, to compare.

mod bound;
mod camera;
mod cell;
mod cli;
mod dice;
mod image;
mod job;
mod models;
mod patch;
mod program;
mod progress;
mod render;
mod rib;
mod sampled;
mod scene;
mod shade;
mod single;
mod split;
mod surface;
mod text;
#[allow(dead_code, reason = "of the synthetic tests' plots only the queues")]
#[path = "../synthetic/trace.rs"]
mod trace;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match render::run(&cli::Arguments::parse(), &mut std::io::stdout()) {
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
