//! The code that a GPU is given for a CUDA text, as a launcher compiles it: a cubin, or mended PTX.
//!
//! `compile sm_90 < TEXT > CODE`, with the NVRTC that is found, in `FloatingPoint::Exact`. What the compiler says goes to standard error.

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};
use whipple_cuda::{Settings, compile_for};
use whipple_runtime::options::{FloatingPoint, Options};

fn main() -> ExitCode {
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn compile() -> Result<(), Box<dyn std::error::Error>> {
    let architecture = env::args().nth(1).unwrap_or_else(|| "sm_90".to_owned());
    let text = io::read_to_string(io::stdin())?;
    let options = Options::new().floating_point(FloatingPoint::Exact);
    let compiled = compile_for(&text, "a CUDA text", &architecture, &Settings::from(&options))?;
    eprint!("{}", compiled.warnings);
    Ok(io::stdout().write_all(&compiled.code)?)
}
