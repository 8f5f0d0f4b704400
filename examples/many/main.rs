//! Programs of 32 procedures, small and large: how long a first start takes where nothing has been compiled before.
//!
//! `cargo run --release --example many -- large`. A second start takes the kernel from the cache.

#[path = "../common/mod.rs"]
mod common;
mod mix;
mod stages;

use clap::{Parser, ValueEnum};
use common::{
    arguments::devices,
    command::{self, Outcome},
    progress::shown,
};
use stages::{Large, Small, Token};
use std::{io::Write, process::ExitCode, time::Instant};
use whipple::{prelude::*, program::Contains};

/// Runs a program of 32 procedures, which hand tasks around.
#[derive(Parser, Debug)]
#[command(name = "many", version)]
struct Arguments {
    /// How much each procedure does
    #[arg(default_value = "small")]
    size: Size,

    /// Where to run
    #[arg(long, default_value_t = DeviceChoice::Auto, value_parser = devices())]
    device: DeviceChoice,

    /// Prints the CUDA source of the program instead
    #[arg(long)]
    emit_cuda: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Size {
    /// Two statements a procedure
    Small,
    /// 300 statements a procedure
    Large,
}

/// Tasks at the start.
const TOKENS: u64 = 10_000;
/// Procedures that each task goes through.
const STEPS: u32 = 100;

fn main() -> ExitCode {
    command::main(|_: &Arguments| false, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Outcome {
    if arguments.emit_cuda {
        let text = match arguments.size {
            Size::Small => Small::CUDA_SOURCE,
            Size::Large => Large::CUDA_SOURCE,
        };
        return Ok(write!(out, "{text}")?);
    }
    let device = arguments.device.open()?;
    let total = device.buffer_filled(1, 0_u64)?;
    let begin = Instant::now();
    match arguments.size {
        Size::Small => pass::<stages::small::First, _>(&device, &Small::new(&total))?,
        Size::Large => pass::<stages::large::First, _>(&device, &Large::new(&total))?,
    }
    writeln!(out, "{TOKENS} tokens through {STEPS} procedures: {:#018x}", total.read()?[0])?;
    writeln!(out, "prepared and run in {:.2} s", begin.elapsed().as_secs_f64())?;
    Ok(())
}

/// Passes all tokens through the stages of a program.
fn pass<First: Execute<Item = Token>, P: Program + Contains<First>>(device: &Device, program: &P) -> Result<(), Error> {
    let tokens: Vec<Token> = (0..TOKENS).map(|value| Token { value, steps: STEPS }).collect();
    let mut launcher = shown("preparing", || None, || Launcher::new(device, program))?;
    launcher.seed::<First>(&tokens)?.run()?;
    Ok(())
}
