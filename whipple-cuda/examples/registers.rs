//! Registers and spilled bytes of programs, from their CUDA text on standard input, as `--emit-cuda` prints it.
//!
//! `city --emit-cuda | registers sm_90`: a line for each kernel, with the NVRTC that is found.

use std::{env, error::Error, io};
use whipple_cuda::{Settings, compile_for, nvrtc::Nvrtc};

/// How the text of each program begins.
const BEGIN: &str = "// The program `";

fn main() -> Result<(), Box<dyn Error>> {
    let architecture = env::args().nth(1).unwrap_or_else(|| "sm_90".to_owned());
    let text = io::read_to_string(io::stdin())?;
    let (major, minor) = Nvrtc::get()?.version();
    for (number, source) in text.split(BEGIN).skip(1).enumerate() {
        let name = source.split('`').next().unwrap_or_default();
        let compiled = compile_for(&format!("{BEGIN}{source}"), name, &architecture, &Settings::default())?;
        for kernel in &compiled.kernels {
            let spilled = kernel.spill_stores + kernel.spill_loads;
            println!(
                "| {major}.{minor} | {architecture} | {} {name} | {} | {} | {spilled} |",
                number + 1,
                kernel.name,
                kernel.registers
            );
        }
    }
    Ok(())
}
