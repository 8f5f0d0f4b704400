//! Grows a tree and writes it as SVG: the program that `docs/writing-a-program.md` builds step by step.
//!
//! `cargo run --release --example tree`, or with a seed, a file and a device: `-- 7 tree.svg emulated`.

mod grow;
mod picture;

use std::{env, fs, process::ExitCode};
use whipple::prelude::*;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let seed = match arguments.next() {
        None => 1,
        Some(text) => {
            text.parse().map_err(|_| format!("`{text}` is no seed: give a whole number from 0 to {}", u32::MAX))?
        }
    };
    let path = arguments.next().unwrap_or_else(|| "tree.svg".to_owned());
    let choice = arguments.next().map_or(Ok(DeviceChoice::Auto), |name| name.parse::<DeviceChoice>())?;
    let device = choice.open()?;
    let (lines, report) = grow::grow(&device, seed)?;
    fs::write(&path, picture::svg(&lines))
        .map_err(|error| format!("cannot write {path}: {error}; give another path after the seed"))?;
    println!("{report}");
    println!("{} lines in {path}", lines.len());
    Ok(())
}
