//! From a program's CUDA text to a module of the emulated machine: g++ and the cache.

use super::{folder::Folder, handles::lock, module::encode};
use crate::{
    cache::Cache,
    driver,
    environment::{flag, refused, variable},
    headers::{emulation_sources, headers},
    nvrtc::{Output, Request},
    settings::{Compiled, Settings},
};
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, OnceLock},
    time::Instant,
};
use whipple_runtime::{error::Error, options::FloatingPoint};

/// What [`compile_for`](crate::compile_for) takes as the architecture for the emulated machine.
pub const ARCHITECTURE: &str = driver::WITHOUT_NUMBER;

/// The oldest g++ that compiles the device library.
const OLDEST: u32 = 12;

/// A compiler that was found.
struct Compiler {
    command: OsString,
    version: String,
}

/// Whether there is a compiler for the emulated machine.
///
/// # Errors
/// [`Error::HostCompilerMissing`].
pub fn available() -> Result<(), Error> {
    compiler().map(drop)
}

fn compiler() -> Result<&'static Compiler, Error> {
    static COMPILER: OnceLock<Result<Compiler, String>> = OnceLock::new();
    let found = COMPILER.get_or_init(|| {
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
            Some(major) if major >= OLDEST => Ok(Compiler { command, version }),
            _ => Err(format!("`{name} -dumpfullversion` says {version:?}, and version {OLDEST} or newer is needed")),
        }
    });
    found.as_ref().map_err(|reason| Error::HostCompilerMissing { reason: reason.clone() })
}

/// The compiler in words, as `g++ 12.2.0`.
pub(crate) fn toolchain() -> Result<String, Error> {
    Ok(format!("g++ {}", compiler()?.version))
}

/// Compiles a fused text, with the cache.
///
/// # Errors
/// [`Error::HostCompilerMissing`], [`Error::Compile`], [`Error::Io`] for temporary files.
pub(crate) fn compile(source: &str, program: &str, settings: &Settings, cache: &Cache) -> Result<Compiled, Error> {
    let begin = Instant::now();
    let compiler = compiler()?;
    let architecture = format!("{ARCHITECTURE}, {}", toolchain()?);
    let options = options(settings)?;
    let library = machine(compiler, &architecture, cache)?;
    let sources = [headers(), emulation_sources()].concat();
    let request = Request { program, source, architecture: &architecture, options: &options, headers: &sources };
    let compile = || {
        let folder = Folder::new()?;
        write_headers(&folder)?;
        folder.write("program.cpp", source.as_bytes())?;
        folder.write("machine.o", &library)?;
        let mut command = Command::new(&compiler.command);
        command.current_dir(folder.path()).args(&options).args(["program.cpp", "machine.o", "-o", "module.so"]);
        let log = run(&mut command, program).map_err(|error| match error {
            Error::Compile { log, .. } if log.contains(SANITIZE) => {
                sanitizers_refused(&format!("g++ does not take it: {log}"))
            }
            error => error,
        })?;
        Ok(Output { code: encode(&folder.read("module.so")?), log })
    };
    let (Output { code, log }, cache) = cache.get_or_compile(&request, "", compile)?;
    Ok(Compiled { code, warnings: log, kernels: Vec::new(), cache, time: begin.elapsed() })
}

/// The options of g++ for a program.
fn options(settings: &Settings) -> Result<Vec<String>, Error> {
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
    if settings.floating_point == FloatingPoint::Exact {
        options.push("-ffp-contract=off".to_owned());
    }
    options.push(format!("-DWHIPPLE_BOUNDS_CHECKS={}", u8::from(settings.bounds_checks)));
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

/// The machine itself, as one object file: compiled once in a process, or taken from the cache.
fn machine(compiler: &Compiler, architecture: &str, cache: &Cache) -> Result<Vec<u8>, Error> {
    // Locked while one compiles: the others wait for it.
    static COMPILED: Mutex<Option<Vec<u8>>> = Mutex::new(None);
    let mut compiled = lock(&COMPILED);
    if let Some(compiled) = &*compiled {
        return Ok(compiled.clone());
    }
    const FILES: [&str; 2] = ["machine", "module"];
    let options = ["-std=c++20", "-O2", "-g1", "-fPIC", "-fvisibility=hidden", "-c"].map(str::to_owned);
    let name = "the emulated machine";
    let sources = emulation_sources();
    let request = Request { program: name, source: "", architecture, options: &options, headers: sources };
    let compile = || {
        let folder = Folder::new()?;
        write_headers(&folder)?;
        let mut log = String::new();
        for file in FILES {
            let mut command = Command::new(&compiler.command);
            let source = format!("include/whipple/emulation/{file}.cpp");
            command.current_dir(folder.path()).args(&options).args([&source, "-o", &format!("{file}.o")]);
            log += &run(&mut command, name)?;
        }
        let mut command = Command::new(&compiler.command);
        command
            .current_dir(folder.path())
            .args(["-r", "-nostdlib", "-o", "both.o"])
            .args(FILES.map(|file| format!("{file}.o")));
        log += &run(&mut command, name)?;
        Ok(Output { code: folder.read("both.o")?, log })
    };
    let (Output { code, .. }, _) = cache.get_or_compile(&request, "", compile)?;
    Ok(compiled.insert(code).clone())
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

/// Writes the device library into `include/` of a folder.
fn write_headers(folder: &Folder) -> Result<(), Error> {
    let all = headers().iter().chain(emulation_sources());
    all.into_iter().try_for_each(|(name, text)| folder.write(&format!("include/{name}"), text.as_bytes()))
}
