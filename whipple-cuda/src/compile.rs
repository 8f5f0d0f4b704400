//! From a program's CUDA text to machine code: NVRTC, or g++ for the emulated machine, and the cache.

use crate::{
    cache::Cache,
    driver::WITHOUT_NUMBER,
    emulated::compile as emulated,
    headers::headers,
    nvrtc::{Nvrtc, Output, Request, resources},
    settings::{Compiled, Settings},
};
use std::time::Instant;
use whipple_runtime::error::Error;

/// Compiles a fused text for an architecture (as `sm_90`), which need not be that of a GPU in this machine, without the
/// cache. [`crate::emulated::ARCHITECTURE`] is the emulated machine.
///
/// # Errors
/// [`Error::CompilerMissing`], [`Error::HostCompilerMissing`], [`Error::Compile`].
///
/// # Examples
/// ```no_run
/// use whipple_cuda::{Settings, compile_for};
///
/// let source = "extern \"C\" __global__ void nothing() {}";
/// let compiled = compile_for(source, "Nothing", "sm_90", &Settings::default())?;
/// assert_eq!(compiled.kernels[0].spill_stores, 0);
/// # Ok::<(), whipple_runtime::error::Error>(())
/// ```
pub fn compile_for(source: &str, program: &str, architecture: &str, settings: &Settings) -> Result<Compiled, Error> {
    compile_cached(source, program, architecture, settings, &Cache::disabled("it was not asked for"))
}

/// As [`compile_for`], with a cache.
///
/// # Errors
/// As [`compile_for`]. A cache that cannot be used is no error: [`Compiled::cache`] says why.
pub fn compile_cached(
    source: &str,
    program: &str,
    architecture: &str,
    settings: &Settings,
    cache: &Cache,
) -> Result<Compiled, Error> {
    if architecture == WITHOUT_NUMBER {
        return emulated::compile(source, program, settings, cache);
    }
    let begin = Instant::now();
    let nvrtc = Nvrtc::get()?;
    let mut options = settings.to_options();
    // NVRTC's own cache leaves out the assembler's report; ours keeps it.
    if nvrtc.version() >= (13, 0) {
        options.push("--no-cache".to_owned());
    }
    let request = Request { program, source, architecture, options: &options, headers: headers() };
    let (Output { code, log }, cache) = cache.get_or_compile(&request, nvrtc.identity(), || nvrtc.compile(&request))?;
    let kernels = resources(&log);
    let warnings = log.lines().filter(|line| !is_assembler_report(line)).collect::<Vec<_>>().join("\n");
    Ok(Compiled { code, warnings: warnings.trim().to_owned(), kernels, cache, time: begin.elapsed() })
}

/// Whether a line of the log is part of the report that every compilation gives.
fn is_assembler_report(line: &str) -> bool {
    line.starts_with("ptxas info") || line.starts_with("ptxas         .")
}
