//! Measures task programs that fork and join.
//!
//! `cargo run --release --example tasks`, or with tests and a device: `-- --tests fib,tree --device emulated --quick`.

#[path = "../common/mod.rs"]
mod common;
#[path = "mod.rs"]
mod tasks;

use std::process::ExitCode;

fn main() -> ExitCode {
    common::command::main(|_: &tasks::Arguments| false, tasks::run)
}
