//! A package of random functions: written, compiled by cargo, its CUDA text compiled by g++ with the megakernel and the emulated
//! machine, and all results compared with plain Rust's.

use super::{
    blame::{self, Lines},
    programs::{Programs, Unbuilt, limited, succeed},
};
use std::{
    collections::BTreeSet,
    fmt::{self, Display, Write},
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// What functions share: written before them.
const HELPERS: &str = concat!(include_str!("helpers.rs"), "\n", include_str!("lenders.rs"));

/// The emulated machine, below the repository.
const EMULATOR: &str = "whipple-cuda/emulator";

/// Rows that each function is evaluated on.
const ROWS: usize = 256;

/// A device function: its name, and its Rust text with `#[device]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub text: String,
    /// The same as plain Rust with a call of `language::tick()` in each loop, where it might not end.
    pub guarded: Option<String>,
}

/// What is wrong with a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The number of the function.
    pub function: usize,
    pub what: What,
}

/// The ways in which functions fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// rustc or a macro says this.
    Refused(String),
    /// It panics as plain Rust, or does not end.
    Undefined,
    /// g++ refuses the CUDA text and says this.
    Invalid(String),
    /// Results are not plain Rust's: where, on how many rows, and the first of them.
    Differs { place: &'static str, rows: usize, row: usize, got: u64, expected: u64 },
}

impl What {
    /// Whether the macros are to blame in the same way.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Invalid(_), Self::Invalid(_)) => true,
            (Self::Differs { place: one, .. }, Self::Differs { place: other, .. }) => one == other,
            _ => false,
        }
    }
}

impl Display for What {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(said) => write!(out, "is refused:\n{said}"),
            Self::Undefined => write!(out, "panics as plain Rust, or does not end"),
            Self::Invalid(said) => write!(out, "has CUDA text that g++ refuses:\n{said}"),
            Self::Differs { place, rows, row, got, expected } => write!(
                out,
                "differs on {rows} of {ROWS} rows: for row {row} it gives {got:#x} on {place} and {expected:#x} in plain Rust"
            ),
        }
    }
}

/// Where functions are compiled, and how.
pub struct Package {
    programs: Programs,
    /// The device library.
    device: PathBuf,
    /// The most functions of one program.
    batch: usize,
    /// Whether a GPU is compared too.
    gpu: bool,
    /// Whether the emulated machine is compared.
    emulation: bool,
}

/// The functions of one program, by their numbers.
struct Batch<'f> {
    number: usize,
    functions: &'f [(usize, &'f Function)],
    /// The lines of each function in its two forms, by its number.
    lines: Vec<(Range<usize>, usize)>,
}

impl Package {
    /// A package of this name with its own folders below `target`, of programs of so many functions, which are compared on the CPU
    /// executor and the emulated machine.
    pub fn new(
        repository: &Path,
        target: &Path,
        name: &'static str,
        batch: usize,
        device: PathBuf,
    ) -> io::Result<Self> {
        let programs = Programs::new(repository, target, name, "tests/random/harness.rs")?;
        let results = programs.folder.join("results");
        fs::create_dir_all(results.join("headers"))?;
        // The text names its headers as under NVRTC: `whipple.cuh`, `<whipple/schedulers/common/plan.cuh>`.
        let link = results.join("headers/whipple");
        drop(fs::remove_file(&link));
        std::os::unix::fs::symlink(&device, link)?;
        Ok(Self { programs, device, batch, gpu: false, emulation: true })
    }

    /// The same, with a GPU besides.
    pub fn with_gpu(self, gpu: bool) -> Self {
        Self { gpu, ..self }
    }

    /// The same, with or without the emulated machine.
    pub fn with_emulation(self, emulation: bool) -> Self {
        Self { emulation, ..self }
    }

    /// Why functions cannot be compared here, if so.
    pub fn missing() -> Option<String> {
        let version = Command::new("g++").arg("-dumpversion").output().ok();
        let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
        let major = version.trim().split('.').next().and_then(|major| major.parse::<u32>().ok());
        let is_missing = major.is_none_or(|major| major < 12);
        is_missing.then(|| format!("g++ 12 or newer is needed, and `g++ -dumpversion` says {:?}", version.trim()))
    }

    /// Compares functions: what fails, in their order. The error is what cargo or a program says that is not about a function.
    pub fn compare(&self, functions: &[Function]) -> Result<Vec<Failure>, String> {
        let mut failures = Vec::new();
        let mut left: Vec<(usize, &Function)> = functions.iter().enumerate().collect();
        while !left.is_empty() {
            let bad = match self.compare_valid(&left)? {
                Ok(mut differences) => {
                    failures.append(&mut differences);
                    break;
                }
                Err(bad) => bad,
            };
            let gone: BTreeSet<usize> = bad.iter().map(|failure| failure.function).collect();
            left.retain(|(number, _)| !gone.contains(number));
            failures.extend(bad);
        }
        failures.sort_by_key(|failure| failure.function);
        Ok(failures)
    }

    /// Compares functions that compilers may refuse, which are the inner error.
    #[allow(clippy::type_complexity)]
    fn compare_valid(&self, functions: &[(usize, &Function)]) -> Result<Result<Vec<Failure>, Vec<Failure>>, String> {
        let mut batches = Vec::new();
        for (number, functions) in functions.chunks(self.batch).enumerate() {
            let (text, lines) = source(functions);
            self.programs.write(number, &text)?;
            batches.push(Batch { number, functions, lines });
        }
        if let Err(Unbuilt { messages, said }) = self.programs.build(batches.len())? {
            let refused = batches.iter().flat_map(|batch| self.lines(batch).refused_by_rustc(&messages));
            let refused: Vec<Failure> =
                refused.map(|(function, said)| Failure { function, what: What::Refused(said) }).collect();
            return if refused.is_empty() { Err(said + &blame::errors(&messages)) } else { Ok(Err(refused)) };
        }
        if self.emulation {
            self.build_machine()?;
        }
        let undefined = each(&batches, |batch| self.undefined(batch))?;
        if !undefined.is_empty() {
            return Ok(Err(undefined));
        }
        let found = each(&batches, |batch| self.run(batch))?;
        let is_invalid = found.iter().any(|failure| matches!(failure.what, What::Invalid(_)));
        Ok(if is_invalid {
            // The others are compared when these are gone.
            Err(found.into_iter().filter(|failure| matches!(failure.what, What::Invalid(_))).collect())
        } else {
            Ok(found)
        })
    }

    /// Where the functions of a batch are.
    fn lines<'b>(&self, batch: &'b Batch) -> Lines<'b> {
        Lines { file: self.programs.file(batch.number), functions: &batch.lines }
    }

    fn build_machine(&self) -> Result<(), String> {
        let machine = self.programs.repository.join(EMULATOR).join("machine/machine.cpp");
        succeed(self.compiler("-O2").arg("-c").arg(machine).args(["-o", "machine.o"])).map(drop)
    }

    fn compiler(&self, optimisation: &str) -> Command {
        let mut command = Command::new("g++");
        command.current_dir(self.programs.folder.join("results")).args(["-std=c++20", optimisation]);
        command.arg("-I").arg(self.programs.repository.join(EMULATOR).join("include"));
        command
    }

    /// The file of a batch's results with this extension.
    fn file(&self, batch: &Batch, extension: &str) -> PathBuf {
        self.programs.folder.join("results").join(format!("{}{}.{extension}", self.programs.name, batch.number))
    }

    fn program(&self, batch: &Batch, argument: &str) -> Command {
        let mut program = self.programs.program(batch.number);
        program.arg(self.file(batch, "cu")).arg(argument);
        program
    }

    /// The guarded functions that panic or do not end.
    fn undefined(&self, batch: &Batch) -> Result<Vec<Failure>, String> {
        if batch.functions.iter().all(|(_, function)| function.guarded.is_none()) {
            return Ok(Vec::new());
        }
        succeed(&mut self.program(batch, "guarded"))?;
        let ended = read(&self.file(batch, "ended"))?;
        let undefined = batch.functions.iter().zip(ended).filter(|(_, ended)| *ended == 0);
        Ok(undefined.map(|((function, _), _)| Failure { function: *function, what: What::Undefined }).collect())
    }

    /// Evaluates a batch everywhere.
    fn run(&self, batch: &Batch) -> Result<Vec<Failure>, String> {
        let file = |extension: &str| self.file(batch, extension);
        succeed(&mut self.program(batch, if self.gpu { "gpu" } else { "" }))?;
        if self.emulation {
            let said = self.emulate(batch)?;
            let blamed = self.lines(batch).refused_by_gcc(&said);
            let invalid = |(function, said)| Failure { function, what: What::Invalid(said) };
            if !said.is_empty() {
                return if blamed.is_empty() { Err(said) } else { Ok(blamed.into_iter().map(invalid).collect()) };
            }
        }
        let expected = words(&file("rust"))?;
        let mut places = vec![("the CPU executor", "cpu")];
        places.extend(self.emulation.then_some(("the emulated machine", "emulated")));
        places.extend(self.gpu.then_some(("a GPU", "gpu")));
        let mut found = Vec::new();
        for (place, extension) in places {
            let got = words(&file(extension))?;
            if got.len() != expected.len() || expected.len() != batch.functions.len() * ROWS {
                return Err(format!(
                    "{} functions on {ROWS} rows have {} results on {place}",
                    batch.functions.len(),
                    got.len()
                ));
            }
            let rows = got.chunks_exact(ROWS).zip(expected.chunks_exact(ROWS));
            for ((function, _), (got, expected)) in batch.functions.iter().zip(rows) {
                found.extend(difference(got, expected, place).map(|what| Failure { function: *function, what }));
            }
        }
        Ok(found)
    }

    /// Evaluates a batch on the emulated machine; gives what g++ says if it refuses the text.
    fn emulate(&self, batch: &Batch) -> Result<String, String> {
        let file = |extension: &str| self.file(batch, extension);
        let mut command = self.compiler("-O1");
        // Each product is rounded, as on the GPU in exact mode; and no NaN is taken to equal itself, as the emulated device has it.
        command.args([
            "-ffp-contract=off",
            "-fno-thread-jumps",
            "-Wno-unknown-pragmas",
            "-DWHIPPLE_BARRIERS=0",
            "-Iheaders",
        ]);
        command.arg(format!("-I{}", self.device.display())).arg(format!("-DTEXT=\"{}\"", file("cu").display()));
        command
            .arg(self.programs.repository.join("tests/random/emulated.cpp"))
            .arg("machine.o")
            .arg("-o")
            .arg(file("exe"));
        if let Err(said) = succeed(&mut command) {
            return Ok(said);
        }
        let mut command = limited(&file("exe"));
        command.arg(file("rows")).arg(batch.functions.len().to_string()).arg("4").arg(file("emulated"));
        succeed(&mut command).map(|_| String::new())
    }
}

/// Does something with all batches, as many at a time as there are processors.
pub fn each<B: Sync, T: Clone + Send>(
    batches: &[B],
    work: impl Fn(&B) -> Result<Vec<T>, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut found = Vec::new();
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.append(&mut work(batch)?);
        }
        Ok(found)
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<Result<Vec<T>, String>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a comparison does not panic")).collect()
    });
    Ok(parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

fn difference(got: &[u64], expected: &[u64], place: &'static str) -> Option<What> {
    let mut differ = (0..ROWS).filter(|&row| got[row] != expected[row]);
    let row = differ.next()?;
    Some(What::Differs { place, rows: 1 + differ.count(), row, got: got[row], expected: expected[row] })
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn words(path: &Path) -> Result<Vec<u64>, String> {
    let bytes = read(path)?;
    Ok(bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))).collect())
}

/// The source of a program, and the lines of each function in its two forms.
fn source(functions: &[(usize, &Function)]) -> (String, Vec<(Range<usize>, usize)>) {
    let names: Vec<&str> = functions.iter().map(|(_, function)| function.name.as_str()).collect();
    let mut text = format!(
        "#![recursion_limit = \"65536\"]\n\
         #![allow(warnings, arithmetic_overflow, unconditional_panic, overflowing_literals)]\n\n\
         fn main() {{\n    BATCH.write();\n}}\n\n\
         language::batch! {{ {} {{\n{HELPERS}\n",
        names.join(" ")
    );
    let mut lines = Vec::new();
    let mut next = text.lines().count() + 1;
    for (number, function) in functions {
        let first = next;
        next += function.text.lines().count();
        lines.push((first..next, *number));
        text.push_str(&function.text);
    }
    write!(
        text,
        "}} }}\n\nmod plain {{\n    use whipple::prelude::*;\n    pub const FUNCTIONS: &[language::Plain] = &[{}];\n{}\n",
        names.join(", "),
        HELPERS.replace("#[device]\n", "\n")
    )
    .expect("a string grows");
    let mut next = text.lines().count() + 1;
    for (number, function) in functions {
        let plain = function.guarded.clone().unwrap_or_else(|| function.text.replace("#[device]\n", "\n"));
        let first = next;
        next += plain.lines().count();
        lines.push((first..next, *number));
        text.push_str(&plain);
    }
    text.push_str("}\n");
    (text, lines)
}
