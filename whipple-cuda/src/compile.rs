//! From a program's CUDA text to machine code: NVRTC, or g++ for the emulated machine, and the cache.

#[cfg(feature = "emulation")]
mod emulated;
mod variants;
mod waiting;

use crate::{
    cache::{Cache, CacheOutcome},
    driver::WITHOUT_NUMBER,
    headers::{has_wide_integers, headers, left_out},
    nvrtc::{Nvrtc, Output, Request, resources},
    settings::{Compiled, Settings},
};
use std::time::Instant;
use whipple_runtime::error::Error;

pub(crate) use variants::{Text, Variant, compile_first};
pub use waiting::tell_of_long_compilations;

use waiting::Waiting;

/// Compiles a fused text for an architecture (as `sm_90`), which need not be that of a GPU in this machine, without the
/// cache. `emulated` is the emulated machine (`emulated::ARCHITECTURE`).
///
/// # Errors
/// [`Error::CompilerMissing`], [`Error::HostCompilerMissing`], [`Error::Compile`]. [`Error::Other`] for the emulated machine without
/// the feature `emulation`.
///
/// # Examples
/// ```no_run
/// # mod whipple { pub use whipple_cuda as cuda; }
/// use whipple::cuda::{Settings, compile_for};
///
/// let source = "extern \"C\" __global__ void nothing() {}";
/// let compiled = compile_for(source, "Nothing", "sm_90", &Settings::default())?;
/// assert_eq!(compiled.kernels[0].spill_stores, 0);
/// # Ok::<(), whipple_runtime::error::Error>(())
/// ```
pub fn compile_for(source: &str, program: &str, architecture: &str, settings: &Settings) -> Result<Compiled, Error> {
    compile_cached(source, program, architecture, settings, &Cache::disabled("it was not asked for"))
}

/// As [`compile_for`], with a cache. Of a compilation that takes longer than a second standard error has a note
/// ([`tell_of_long_compilations`]).
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
        #[cfg(feature = "emulation")]
        return emulated::compile(source, program, settings, cache);
        #[cfg(not(feature = "emulation"))]
        return Err(Error::other(
            format!("`{program}` cannot be compiled for `{architecture}`: turn on the feature `emulation` of whipple"),
            None,
        ));
    }
    let nvrtc = Nvrtc::get()?;
    let options = options(source, settings, nvrtc);
    let request = Request { program, source, architecture, options: &options, headers: headers() };
    stored(&request, nvrtc, cache, || {
        let _waiting = Waiting::begin(program, architecture);
        nvrtc.compile(&request)
    })
}

/// NVRTC's options for a text and settings.
fn options(source: &str, settings: &Settings, nvrtc: &Nvrtc) -> Vec<String> {
    let mut options = settings.to_options();
    options.extend(left_out(source).map(|(name, value)| format!("-D{name}={value}")));
    options.extend(has_wide_integers(source).then(|| "--device-int128".to_owned()));
    // NVRTC's own cache leaves out the assembler's report; ours keeps it.
    if nvrtc.version() >= (13, 0) {
        options.push("--no-cache".to_owned());
    }
    if settings.in_parallel {
        // On as many threads as the processor runs at once. Of the assemblers only newer ones can.
        options.push("--split-compile=0".to_owned());
        options.extend((nvrtc.version() >= (12, 9)).then(|| "--ptxas-options=--split-compile=0".to_owned()));
    }
    options
}

/// What the cache has for a request, or what `compile` gives.
fn stored(
    request: &Request<'_>,
    nvrtc: &Nvrtc,
    cache: &Cache,
    compile: impl FnOnce() -> Result<Output, Error>,
) -> Result<Compiled, Error> {
    let begin = Instant::now();
    let (output, outcome) = cache.get_or_compile(request, nvrtc.identity(), compile)?;
    Ok(compiled(output, outcome, begin))
}

/// Output that was asked for at `begin`.
fn compiled(Output { code, log }: Output, cache: CacheOutcome, begin: Instant) -> Compiled {
    let kernels = resources(&log);
    let warnings = log.lines().filter(|line| !is_assembler_report(line)).collect::<Vec<_>>().join("\n");
    Compiled { code, warnings: warnings.trim().to_owned(), kernels, cache, time: begin.elapsed() }
}

/// Whether a line of the log is part of the report that every compilation gives.
fn is_assembler_report(line: &str) -> bool {
    line.starts_with("ptxas info") || line.starts_with("ptxas         .")
}
