//! From a program's CUDA text to machine code: settings, NVRTC and the cache together.

use crate::{
    cache::{Cache, CacheOutcome},
    emulated,
    headers::headers,
    nvrtc::{Cubin, KernelResources, Nvrtc, Request, resources},
};
use std::time::{Duration, Instant};
use whipple_runtime::{
    error::Error,
    options::{FloatingPoint, Options},
};

/// How a program is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether `a * b + c` may be contracted.
    pub floating_point: FloatingPoint,
    /// Whether indices are checked; device code sees `WHIPPLE_BOUNDS_CHECKS`.
    pub bounds_checks: bool,
    /// Macros: names and values.
    pub defines: Vec<(String, String)>,
    /// Further options of NVRTC, as `--maxrregcount=64`.
    pub extra: Vec<String>,
}

impl From<&Options> for Settings {
    fn from(options: &Options) -> Self {
        Self {
            floating_point: options.floating_point,
            bounds_checks: options.bounds_checks,
            defines: Vec::new(),
            extra: Vec::new(),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::from(&Options::default())
    }
}

impl Settings {
    /// Adds a macro.
    pub fn define(mut self, name: &str, value: impl ToString) -> Self {
        self.defines.push((name.to_owned(), value.to_string()));
        self
    }

    /// NVRTC's options, without the architecture.
    pub fn to_options(&self) -> Vec<String> {
        let mut options = vec![
            "--std=c++20".to_owned(),
            // The fused text has no host part.
            "-default-device".to_owned(),
            // Profilers and debuggers show lines; the code stays the same.
            "-lineinfo".to_owned(),
            // Registers and spills, for the plan and the report.
            "--ptxas-options=-v".to_owned(),
            format!("-DWHIPPLE_BOUNDS_CHECKS={}", u8::from(self.bounds_checks)),
        ];
        if self.floating_point == FloatingPoint::Exact {
            options.push("--fmad=false".to_owned());
        }
        options.extend(self.defines.iter().map(|(name, value)| format!("-D{name}={value}")));
        options.extend(self.extra.iter().cloned());
        options
    }
}

/// A compiled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The machine code: a cubin.
    pub code: Vec<u8>,
    /// The compiler's warnings, with Rust files and lines; empty when there are none.
    pub warnings: String,
    /// What each kernel uses.
    pub kernels: Vec<KernelResources>,
    /// What the cache did.
    pub cache: CacheOutcome,
    /// How long it took to get the code.
    pub time: Duration,
}

/// Compiles a fused text for an architecture (as `sm_90`), which need not be that of a GPU in this machine, without the
/// cache. [`emulated::ARCHITECTURE`] is the emulated machine.
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
    if architecture == emulated::ARCHITECTURE {
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
    let (Cubin { code, log }, cache) = cache.get_or_compile(&request, nvrtc.version(), || nvrtc.compile(&request))?;
    let kernels = resources(&log);
    let warnings = log.lines().filter(|line| !is_assembler_report(line)).collect::<Vec<_>>().join("\n");
    Ok(Compiled { code, warnings: warnings.trim().to_owned(), kernels, cache, time: begin.elapsed() })
}

/// Whether a line of the log is part of the report that every compilation gives.
fn is_assembler_report(line: &str) -> bool {
    line.starts_with("ptxas info") || line.starts_with("ptxas         .")
}
