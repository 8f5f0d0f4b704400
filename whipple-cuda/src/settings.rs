//! How a program is compiled, and what comes of it.

use crate::{
    cache::CacheOutcome,
    nvrtc::{KernelResources, is_ptx},
};
use std::time::Duration;
use whipple_runtime::options::{FloatingPoint, Options};

/// How a program is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What arithmetic may differ from the CPU's.
    pub floating_point: FloatingPoint,
    /// Whether indices are checked; device code sees `WHIPPLE_BOUNDS_CHECKS`.
    pub bounds_checks: bool,
    /// Whether NVRTC compiles several functions at once. The code may differ by it.
    pub in_parallel: bool,
    /// Macros: names and values.
    pub defines: Vec<(String, String)>,
    /// Further options of NVRTC, as `--maxrregcount=64`. Those of its assembler, as that one, do not reach the driver's where
    /// [`Compiled::is_ptx`].
    pub extra: Vec<String>,
}

impl From<&Options> for Settings {
    fn from(options: &Options) -> Self {
        let printing = (!options.printing).then(|| ("WHIPPLE_PRINTING".to_owned(), "0".to_owned()));
        Self {
            floating_point: options.floating_point,
            bounds_checks: options.bounds_checks,
            in_parallel: false,
            defines: printing.into_iter().collect(),
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

    /// NVRTC's options, without the architecture and what depends on its version.
    #[doc(hidden)] // For the compilation and tests.
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
        let arithmetic: &[&str] = match self.floating_point {
            FloatingPoint::Approximate => &["--prec-div=false", "--prec-sqrt=false", "--ftz=true"],
            FloatingPoint::Exact => &["--fmad=false"],
            _ => &[],
        };
        options.extend(arithmetic.iter().map(|option| (*option).to_owned()));
        options.extend(self.defines.iter().map(|(name, value)| format!("-D{name}={value}")));
        options.extend(self.extra.iter().cloned());
        options
    }
}

/// A compiled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// What is loaded: a cubin, or PTX that ends with a zero where [`is_ptx`](Self::is_ptx).
    pub code: Vec<u8>,
    /// The compiler's warnings, with Rust files and lines; empty when there are none.
    pub warnings: String,
    /// What each kernel uses, as NVRTC's assembler says; of PTX the driver makes other machine code.
    pub kernels: Vec<KernelResources>,
    /// What the cache did.
    pub cache: CacheOutcome,
    /// How long it took to get the code.
    pub time: Duration,
}

impl Compiled {
    /// Whether the code is PTX, which the driver compiles when it loads it. So it is where the program has what ptxas gets wrong (seen in
    /// CUDA 13.0; `nvrtc/mended`): a choice between 1.0 and -0.0 by a comparison of floats, a comparison that holds but for NaN, as
    /// `x.abs() >= 0.0`, a negation in a minimum or maximum of three integers, or whether a minimum or maximum of 16 bits equals something.
    /// The PTX hides the operand or result in question from the driver's ptxas. A driver that is older than NVRTC refuses PTX; its error says so.
    pub fn is_ptx(&self) -> bool {
        is_ptx(&self.code)
    }
}
