//! From a program's CUDA text to a module of the emulated machine, by g++.

use crate::{
    environment::{flag, refused, variable},
    folder::Folder,
    module::encode,
    sources::sources,
};
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};
use whipple_runtime::error::Error;

/// The oldest g++ that compiles the device library.
const OLDEST: u32 = 12;

/// How a program is compiled.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Whether each product is rounded before it is added to.
    pub rounds_products: bool,
    /// Macros: names and values.
    pub defines: &'a [(String, String)],
}

/// A compilation: all that its outcome depends on but the compiler, which [`Compiler::in_words`] names.
#[derive(Clone, Debug)]
pub struct Compilation<'a> {
    /// The program's name, for messages.
    pub program: &'a str,
    /// The CUDA text; nothing for the machine, whose text is among the headers.
    pub source: &'a str,
    /// The options of g++.
    pub options: Vec<String>,
    /// What `#include` finds, and the machine itself: names and texts.
    pub headers: Vec<(&'a str, &'a str)>,
}

impl<'a> Compilation<'a> {
    /// That of the machine, with which all programs are linked.
    pub fn machine() -> Self {
        let options = ["-std=c++20", "-O2", "-g1", "-fPIC", "-fvisibility=hidden", "-Iinclude", "-c"];
        let options = options.map(str::to_owned).to_vec();
        Self { program: "the emulated machine", source: "", options, headers: sources().to_vec() }
    }

    /// That of a program, whose device library has these headers: names and texts.
    ///
    /// # Errors
    /// [`Error::Options`] for a variable of the environment that cannot be.
    pub fn program(
        program: &'a str,
        source: &'a str,
        library: &[(&'a str, &'a str)],
        settings: Settings<'_>,
    ) -> Result<Self, Error> {
        Ok(Self { program, source, options: options(settings)?, headers: [library, sources()].concat() })
    }

    /// A folder with the headers in `include/`.
    fn folder(&self) -> Result<Folder, Error> {
        let folder = Folder::new()?;
        let mut headers = self.headers.iter();
        headers.try_for_each(|(name, text)| folder.write(&format!("include/{name}"), text.as_bytes()))?;
        Ok(folder)
    }
}

/// What a compilation gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Of a program, a module for [`Driver::module_load_data`](crate::Driver::module_load_data). Of the machine, an object file.
    pub code: Vec<u8>,
    /// Warnings; empty when there are none.
    pub log: String,
}

/// The C++ compiler: g++ 12 or newer.
#[derive(Debug)]
pub struct Compiler {
    command: OsString,
    version: String,
}

impl Compiler {
    /// The compiler that `WHIPPLE_CXX` names, or `g++`, looked for at the first call.
    ///
    /// # Errors
    /// [`Error::HostCompilerMissing`].
    pub fn get() -> Result<&'static Self, Error> {
        static COMPILER: OnceLock<Result<Compiler, String>> = OnceLock::new();
        let found = COMPILER.get_or_init(Self::find);
        found.as_ref().map_err(|reason| Error::HostCompilerMissing { reason: reason.clone() })
    }

    fn find() -> Result<Self, String> {
        let command = variable("WHIPPLE_CXX").unwrap_or_else(|| "g++".into());
        let name = command.to_string_lossy().into_owned();
        let command = resolved(command);
        if !cfg!(unix) {
            return Err("the emulated machine needs a Unix-like system".to_owned());
        }
        let output = Command::new(&command).arg("-dumpfullversion").output();
        let output = output.map_err(|error| format!("`{name}` does not start: {error}"))?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        match version.split('.').next().and_then(|major| major.parse::<u32>().ok()) {
            Some(major) if major >= OLDEST => Ok(Self { command, version }),
            _ => Err(format!("`{name} -dumpfullversion` says {version:?}, and version {OLDEST} or newer is needed")),
        }
    }

    /// The compiler in words, as `g++ 12.2.0`.
    pub fn in_words(&self) -> String {
        format!("g++ {}", self.version)
    }

    /// Compiles [the machine](Compilation::machine).
    ///
    /// # Errors
    /// [`Error::Compile`], [`Error::Other`] for a compiler that does not end by itself, [`Error::Io`] for temporary files.
    pub fn compile_machine(&self, machine: &Compilation<'_>) -> Result<Output, Error> {
        const FILES: [&str; 2] = ["machine", "module"];
        let folder = machine.folder()?;
        let mut log = String::new();
        for file in FILES {
            let mut command = Command::new(&self.command);
            let source = format!("include/machine/{file}.cpp");
            command.current_dir(folder.path()).args(&machine.options).args([&source, "-o", &format!("{file}.o")]);
            log += &run(&mut command, machine.program)?;
        }
        let mut command = Command::new(&self.command);
        command
            .current_dir(folder.path())
            .args(["-r", "-nostdlib", "-o", "both.o"])
            .args(FILES.map(|file| format!("{file}.o")));
        log += &run(&mut command, machine.program)?;
        Ok(Output { code: folder.read("both.o")?, log })
    }

    /// Compiles a program, and links it with what [`compile_machine`](Self::compile_machine) gave.
    ///
    /// # Errors
    /// As [`compile_machine`](Self::compile_machine); [`Error::Options`] for sanitizers that g++ does not have.
    pub fn compile_program(&self, program: &Compilation<'_>, machine: &[u8]) -> Result<Output, Error> {
        let folder = program.folder()?;
        folder.write("program.cpp", program.source.as_bytes())?;
        folder.write("machine.o", machine)?;
        let mut command = Command::new(&self.command);
        command.current_dir(folder.path()).args(&program.options).args(["program.cpp", "machine.o", "-o", "module.so"]);
        let log = run(&mut command, program.program).map_err(|error| match error {
            Error::Compile { log, .. } if log.contains(SANITIZE) => {
                sanitizers_refused(&format!("g++ does not take it: {log}"))
            }
            error => error,
        })?;
        Ok(Output { code: encode(&folder.read("module.so")?), log })
    }
}

/// The options of g++ for a program.
fn options(settings: Settings<'_>) -> Result<Vec<String>, Error> {
    let mut options: Vec<String> = [
        "-std=c++20",
        "-O1",
        // g++ 12 takes it in places that a NaN equals itself (`corners::numbers_that_equal_themselves` of the language tests).
        "-fno-thread-jumps",
        "-g1",
        "-shared",
        "-fPIC",
        // Each module has its own variables, also those of templates.
        "-fvisibility=hidden",
        "-fno-gnu-unique",
        // A stack that overflows meets the guard below it, however large a frame is.
        "-fstack-clash-protection",
        // Rust has no rule of strict aliasing, nor has NVRTC.
        "-fno-strict-aliasing",
        "-Wno-unknown-pragmas",
        // g++ takes it that nothing comes to an end without a value, and goes on with whatever follows.
        "-Werror=return-type",
        "-Iinclude",
        // Places read as the headers are included.
        "-ffile-prefix-map=include/=",
        "-DWHIPPLE_MODULE",
    ]
    .map(str::to_owned)
    .to_vec();
    if settings.rounds_products {
        options.push("-ffp-contract=off".to_owned());
    }
    options.extend(settings.defines.iter().map(|(name, value)| format!("-D{name}={value}")));
    if flag("WHIPPLE_EMULATION_CHECK_SHARED")? {
        options.push("-DWHIPPLE_CHECK_SHARED=1".to_owned());
    }
    if let Some(sanitizers) = sanitizers() {
        let named = sanitizers.to_string_lossy();
        if !named.bytes().all(|byte| byte == b',' || byte.is_ascii_lowercase()) {
            return Err(sanitizers_refused(
                "it must be a list of sanitizers for `-fsanitize=`, as `address,undefined`",
            ));
        }
        for (name, start, library) in
            [("address", "__asan_init", "libasan.so"), ("thread", "__tsan_init", "libtsan.so")]
        {
            if named.split(',').any(|sanitizer| sanitizer == name) && !is_in_this_process(start) {
                return Err(sanitizers_refused(&format!(
                    "the sanitizer's library must be there before all others: start the process with `LD_PRELOAD=$(g++ -print-file-name={library})`"
                )));
            }
        }
        options.push(format!("{SANITIZE}{named}"));
        options.extend(["-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-Wno-tsan"].map(str::to_owned));
    }
    Ok(options)
}

/// The option of g++ for sanitizers.
const SANITIZE: &str = "-fsanitize=";

/// The variable that names sanitizers.
const SANITIZERS: &str = "WHIPPLE_EMULATION_SANITIZE";

/// The sanitizers that programs are compiled with, if the environment names some.
pub(crate) fn sanitizers() -> Option<OsString> {
    variable(SANITIZERS)
}

/// What is wrong with them.
fn sanitizers_refused(reason: &str) -> Error {
    refused(SANITIZERS, reason)
}

/// Whether this process has a symbol, of whichever library.
#[cfg(unix)]
fn is_in_this_process(symbol: &str) -> bool {
    // SAFETY: the symbol is looked for and not used.
    unsafe { libloading::os::unix::Library::this().get::<*const ()>(symbol).is_ok() }
}

/// There are no emulated devices elsewhere.
#[cfg(not(unix))]
fn is_in_this_process(_: &str) -> bool {
    false
}

/// Runs the compiler; gives what it said.
fn run(command: &mut Command, program: &str) -> Result<String, Error> {
    // A sanitizer that this process was started with is not the compiler's business.
    command.env_remove("LD_PRELOAD");
    // Its own temporary files go with the folder that it works in, also when it is stopped.
    if let Some(folder) = command.get_current_dir().map(Path::to_owned) {
        command.env("TMPDIR", folder);
    }
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| {
        Error::other(format!("the C++ compiler `{name}` does not start, for `{program}`"), Some(error.into()))
    })?;
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    if output.status.success() {
        return Ok(said);
    }
    // What is wrong with the text has a status and words.
    if output.status.code().is_some() && !said.is_empty() && !was_killed(&said) {
        return Err(Error::Compile { program: program.to_owned(), log: said });
    }
    let said = if said.is_empty() { "it said nothing".to_owned() } else { format!("it said: {said}") };
    Err(Error::other(
        format!(
            "the C++ compiler `{name}` was ended while it compiled `{program}` ({}; {said}): it may have had too little memory, or was stopped from outside",
            output.status
        ),
        None,
    ))
}

/// Whether g++ says that a signal ended one of the programs that it runs.
fn was_killed(said: &str) -> bool {
    said.contains("signal terminated program")
}

/// The compiler by its whole path, as its own folder is not that of this process when it runs.
fn resolved(command: OsString) -> OsString {
    let path = Path::new(&command);
    let found = if path.components().count() > 1 {
        Some(path.to_owned())
    } else {
        let folders = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&folders).map(|folder| folder.join(path)).find(|path| path.is_file())
    };
    let whole = found.and_then(|path| std::path::absolute(path).ok());
    whole.map_or(command, PathBuf::into_os_string)
}
