//! Expands a group of cases as device code and as plain Rust, runs both, and compares.

use crate::{
    devices,
    input::{self, Input, LOG_WORDS},
};
use whipple::{
    cuda::{
        Settings, compile_for,
        nvrtc::{self, Nvrtc},
    },
    prelude::*,
};

/// The architectures that programs are compiled for.
const ARCHITECTURES: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// Those that a program becomes a cubin for: one in turn, or all with `WHIPPLE_FULL=1`. The text of programs does not depend on it. Each
/// header is compiled for all of them by a test of its own, and so are programs in which a fault of an assembler is mended.
fn architectures(form: Form, name: &str) -> Vec<&'static str> {
    match form {
        Form::Cubin if !devices::is_full() => {
            vec![ARCHITECTURES[name.bytes().map(usize::from).sum::<usize>() % ARCHITECTURES.len()]]
        }
        _ => ARCHITECTURES.to_vec(),
    }
}

/// How far a result may be from plain Rust's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tolerance {
    /// The same bits.
    Exact,
    /// The bits of an f32, this many units in the last place away.
    F32(u64),
    /// The bits of an f64, this many units in the last place away.
    F64(u64),
}

impl Tolerance {
    fn allows(self, got: u64, expected: u64) -> bool {
        let (order, limit): (fn(u64) -> i128, u64) = match self {
            Self::Exact => return got == expected,
            Self::F32(limit) => (|bits| ordered(bits & 0x8000_0000 != 0, bits & 0x7fff_ffff), limit),
            Self::F64(limit) => (|bits| ordered(bits >> 63 != 0, bits & (u64::MAX >> 1)), limit),
        };
        (order(got) - order(expected)).unsigned_abs() <= limit.into()
    }
}

/// Numbers the floats of one width in their order.
fn ordered(negative: bool, magnitude: u64) -> i128 {
    if negative { -i128::from(magnitude) } else { magnitude.into() }
}

/// What NVRTC gives for a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// A cubin, as nearly always.
    Cubin,
    /// PTX, in which a fault of ptxas is mended.
    Ptx,
    /// PTX where NVRTC's assembler loses negations for the architecture, a cubin elsewhere.
    Negations,
}

impl Form {
    /// What a program is compiled to, and the constant that its PTX hides.
    fn of_compilation(self, nvrtc: &Nvrtc, architecture: &str) -> (Self, &'static str) {
        match self {
            Self::Negations if nvrtc::loses_negations(nvrtc.version(), architecture) => (Self::Ptx, "00000000"),
            Self::Negations => (Self::Cubin, ""),
            other => (other, "80000000"),
        }
    }
}

/// A group of cases.
pub struct Group {
    /// The program's name.
    pub name: &'static str,
    /// The program's CUDA text.
    pub source: &'static str,
    /// What it is compiled to.
    pub form: Form,
    /// The names of the cases, and how exact they are.
    pub cases: &'static [(&'static str, Tolerance)],
    /// Evaluates a case in plain Rust: its number, the row, the log and the first word of it that belongs to the task.
    pub plain: fn(usize, &Input, &Buffer<u32>, u32) -> u64,
    /// Evaluates all cases on all rows on a device: the results, case by case.
    pub run: fn(&Device, &[Input]) -> Result<Vec<u64>, Error>,
}

impl Group {
    /// Compares the CPU executor with plain Rust.
    pub fn compare_on_cpu(&self) {
        self.compare_on(&Device::cpu());
    }

    /// Compares the first GPU with plain Rust; says so where there is none, which `WHIPPLE_REQUIRE_GPU=1` makes a
    /// failure.
    pub fn compare_on_gpu(&self) {
        if let Some(device) = devices::gpu() {
            self.compare_on(&device);
        }
    }

    /// Compiles the program; says so where there is no NVRTC, which `WHIPPLE_REQUIRE_NVRTC=1` makes a failure.
    pub fn compile(&self) {
        compile_to(self.form, self.name, self.source);
    }

    /// Compares the emulated device, which runs the CUDA text, with plain Rust; says so where there is no g++, which
    /// `WHIPPLE_REQUIRE_EMULATION=1` makes a failure, or where the text has PTX.
    pub fn compare_in_emulation(&self) {
        if self.source.contains("asm(") {
            return println!("skipped: {} has PTX, which only a GPU runs", self.name);
        }
        if let Some(device) = devices::emulated() {
            self.compare_on(&device);
        }
    }

    fn compare_on(&self, device: &Device) {
        let rows = input::rows();
        let results = (self.run)(device, &rows).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let place = format!("{device:?}");
        assert_eq!(results.len(), self.cases.len() * rows.len());
        let log = Device::cpu().buffer(results.len() * LOG_WORDS as usize).expect("the host has memory");
        let mut failures = Vec::new();
        for (case, (name, tolerance)) in self.cases.iter().enumerate() {
            for (row, input) in rows.iter().enumerate() {
                let task = case * rows.len() + row;
                let expected = (self.plain)(case, input, &log, task as u32 * LOG_WORDS);
                let got = results[task];
                if !tolerance.allows(got, expected) {
                    failures.push(format!(
                        "{}::{name} ({tolerance:?}) gives {got:#x} on {place} and {expected:#x} in plain Rust for row {row}: {input:?}",
                        self.name
                    ));
                }
            }
        }
        let shown = failures.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
        assert!(failures.is_empty(), "{} of {} results differ:\n{shown}", failures.len(), results.len());
        println!("{}: {} cases on {} rows agree on {place}", self.name, self.cases.len(), rows.len());
    }
}

/// Compiles a program to cubins for several architectures, in exact mode. With `WHIPPLE_REQUIRE_NVRTC=1` a missing compiler
/// fails the test.
pub fn compile(name: &str, source: &str) {
    compile_to(Form::Cubin, name, source);
}

/// The same, to this form.
fn compile_to(form: Form, name: &str, source: &str) {
    let nvrtc = match Nvrtc::get() {
        Ok(nvrtc) => nvrtc,
        Err(error) => {
            assert!(!is_set("WHIPPLE_REQUIRE_NVRTC"), "WHIPPLE_REQUIRE_NVRTC is set: {error}");
            return println!("skipped: {error}");
        }
    };
    if let Some(folder) = std::env::var_os("WHIPPLE_DUMP") {
        let path = std::path::Path::new(&folder).join(format!("{name}.cu"));
        std::fs::write(path, source).expect("the folder WHIPPLE_DUMP can be written");
    }
    let settings = Settings { floating_point: FloatingPoint::Exact, ..Settings::default() };
    let architectures = architectures(form, name);
    for &architecture in &architectures {
        let compiled = compile_for(source, name, architecture, &settings).unwrap_or_else(|error| panic!("{error}"));
        let found = if compiled.code.starts_with(b"\x7fELF") { Form::Cubin } else { Form::Ptx };
        let (form, constant) = form.of_compilation(nvrtc, architecture);
        assert_eq!((found, compiled.is_ptx()), (form, form == Form::Ptx), "{name} for {architecture}");
        if form == Form::Ptx {
            let text = String::from_utf8(compiled.code).expect("PTX is text");
            let target = format!("\n.target {architecture}\n");
            assert!(text.contains(&target) && text.ends_with('\0'), "{name} for {architecture}");
            let variable = format!("[whipple_constant_{constant}]");
            assert!(text.contains(&variable), "{name} for {architecture}");
        }
        assert_eq!(compiled.warnings, "", "{name} for {architecture}");
    }
    println!("{name}: {form:?} for {architectures:?}");
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}

/// Takes the whipple attributes off items, also in modules inside.
macro_rules! plain_rust {
    () => {};
    ($(#[doc = $doc:literal])* #[device $(($($argument:tt)*))?] $item:item $($rest:tt)*) => {
        $item
        plain_rust! { $($rest)* }
    };
    (pub mod $name:ident { $($inner:tt)* } $($rest:tt)*) => {
        pub mod $name {
            plain_rust! { $($inner)* }
        }
        plain_rust! { $($rest)* }
    };
    ($item:item $($rest:tt)*) => {
        $item
        plain_rust! { $($rest)* }
    };
}

/// How exact a case is.
macro_rules! tolerance {
    () => {
        $crate::harness::Tolerance::Exact
    };
    ($tolerance:expr) => {{
        #[allow(unused_imports)]
        use $crate::harness::Tolerance::*;
        $tolerance
    }};
}

/// What a group is compiled to.
macro_rules! form {
    () => {
        $crate::harness::Form::Cubin
    };
    ($form:ident) => {
        $crate::harness::Form::$form
    };
}

/// A group of cases: a program's name, how each case is called with a row of the table of inputs, and the items.
///
/// `program Name as Ptx` is one that is not compiled to a cubin. The long form also names a buffer that cases can observe effects with, and the first of the words in it that belong
/// to the task.
macro_rules! conformance {
    (program $program:ident $(as $form:ident)?; cases |$input:ident| { $($cases:tt)* } $($items:tt)*) => {
        conformance! { program $program $(as $form)?; cases |$input, _log, _at| { $($cases)* } $($items)* }
    };
    (
        program $program:ident $(as $form:ident)?;
        cases |$input:ident, $log:ident, $at:ident| {
            $($case:ident($($argument:expr),* $(,)?) $(~ $tolerance:expr)?),* $(,)?
        }
        $($items:tt)*
    ) => {
        /// The cases as device code, and a program that evaluates them.
        #[allow(unused, nonstandard_style, clippy::all)]
        mod device {
            use $crate::input::{Input, LOG_WORDS};
            use whipple::prelude::*;

            // What macros of the group write `#[device]` with.
            macro_rules! on_devices {
                ($item:item) => { #[device] $item };
            }

            $($items)*

            $crate::evaluator! {
                program $program;
                cases |$input, $log, $at| { $($case($($argument),*)),* }
            }
        }

        /// The cases as plain Rust.
        #[allow(unused, nonstandard_style, clippy::all)]
        mod plain {
            use $crate::input::Input;
            use whipple::prelude::*;

            macro_rules! on_devices {
                ($item:item) => { $item };
            }

            plain_rust! { $($items)* }

            pub fn run(case: usize, input: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let cases: &[fn(&Input, &Buffer<u32>, u32) -> u64] =
                    &[$(|$input, $log, $at| $case($($argument),*)),*];
                cases[case](input, log, at)
            }
        }

        pub(crate) const GROUP: $crate::harness::Group = $crate::harness::Group {
            name: stringify!($program),
            source: <device::$program as whipple::program::Program>::CUDA_SOURCE,
            form: form!($($form)?),
            cases: &[$((stringify!($case), tolerance!($($tolerance)?))),*],
            plain: plain::run,
            run: device::run,
        };

        #[test]
        fn cpu_equals_rust() {
            GROUP.compare_on_cpu();
        }

        #[test]
        fn compiles_for_architectures() {
            GROUP.compile();
        }

        #[test]
        fn emulation_equals_rust() {
            GROUP.compare_in_emulation();
        }

        #[test]
        fn gpu_equals_rust() {
            GROUP.compare_on_gpu();
        }
    };
}
