//! Grows a tree and writes it as SVG: the program that `docs/writing-a-program.md` builds step by step.
//!
//! `cargo run --release --example tree`, or with a seed, a file and a device: `-- 7 tree.svg --device emulated`.

#[path = "../common/mod.rs"]
mod common;
mod grow;
mod picture;

use clap::Parser;
use common::{
    arguments::devices,
    command::{self, Outcome},
    output::{self, Output, is_standard_output, wanted},
};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};
use whipple::prelude::*;

/// Grows a tree and writes it as SVG.
#[derive(Parser, Debug)]
#[command(name = "tree", version)]
struct Arguments {
    /// Another number gives another tree
    #[arg(default_value_t = 1)]
    seed: u32,

    /// The SVG file to write; `-` for standard output, `none` for none
    #[arg(value_name = "FILE", default_value = "tree.svg")]
    out: PathBuf,

    /// Where to grow
    #[arg(long, default_value_t = DeviceChoice::Auto, value_parser = devices())]
    device: DeviceChoice,
}

fn main() -> ExitCode {
    command::main(|arguments: &Arguments| is_standard_output(&arguments.out), run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Outcome {
    let file: Option<&Path> = wanted(&arguments.out);
    let outputs = file.map(|path| Output { option: "FILE", path, format: "SVG", extension: "svg" });
    output::check(outputs.as_slice())?;
    let (lines, report) = grow::grow(&arguments.device.open()?, arguments.seed)?;
    writeln!(out, "{report}")?;
    if let Some(path) = file {
        output::write(path, |sink| sink.write_all(picture::svg(&lines).as_bytes()))?;
        writeln!(out, "{} lines in {}", lines.len(), output::name(path))?;
    }
    Ok(())
}
