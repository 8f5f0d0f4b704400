//! Derives a city from shape grammars, on the CPU or a CUDA GPU, and writes it as binary glTF and as a picture
//! (Steinberger et al. 2014, section 6.2).
//!
//! `cargo run --release --example city -- --help` lists the options.
//!
//! - A *shape* (`shape.rs`) is a box, quad or prism in a frame of its own: the work item of all tasks.
//! - *Operators* (`operators/`) make shapes of shapes. Each is a device function, and a template of procedures with parameters
//!   and successors (`operators/template.rs`).
//! - A *rule* is a procedure: one operator, or a sequence of them in one task. A *rule set* is a program of rules
//!   (`rules/`). Each rule is written once and has two forms: a thread for each successor, or one thread in all.
//! - `layout.rs` gives the initial shapes, `derive.rs` runs a rule set on them. Terminals write *instances*
//!   (`instance.rs`), of which `mesh.rs` makes triangles and `gltf.rs` a file.
//! - `preview/` traces rays through the instances: another program.

mod cli;
mod derive;
mod gltf;
mod instance;
mod layout;
mod measure;
mod mesh;
mod operators;
mod palette;
mod preview;
mod rules;
mod run;
mod shape;
#[allow(dead_code, reason = "of the synthetic tests' plots only the queues")]
#[path = "../synthetic/trace.rs"]
mod trace;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run::run(&cli::Arguments::parse()) {
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
