//! Programs for the emulated machine: g++ in place of NVRTC, and the cache.

use crate::{
    cache::{Cache, CacheOutcome},
    emulated::ARCHITECTURE,
    headers::{headers, left_out},
    nvrtc::{Output, Request},
    settings::{Compiled, Settings},
};
use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};
use whipple_emulator::{Compilation, Compiler};
use whipple_runtime::{error::Error, options::FloatingPoint};

/// Compiles a fused text, with the cache.
///
/// # Errors
/// [`Error::HostCompilerMissing`], [`Error::Compile`], [`Error::Io`] for temporary files.
pub fn compile(source: &str, program: &str, settings: &Settings, cache: &Cache) -> Result<Compiled, Error> {
    let begin = Instant::now();
    let compiler = Compiler::get()?;
    let machine = machine(compiler, cache)?;
    let compilation = compilation(source, program, settings)?;
    let (Output { code, log }, cache) =
        stored(&compilation, compiler, cache, || compiler.compile_program(&compilation, &machine))?;
    Ok(Compiled { code, warnings: log, kernels: Vec::new(), cache, time: begin.elapsed() })
}

/// The compilation of a fused text.
fn compilation<'a>(source: &'a str, program: &'a str, settings: &Settings) -> Result<Compilation<'a>, Error> {
    let checks = ("WHIPPLE_BOUNDS_CHECKS".to_owned(), u8::from(settings.bounds_checks).to_string());
    let left_out = left_out(source).map(|(name, value)| (name.to_owned(), value.to_owned()));
    let defines: Vec<_> = [checks].into_iter().chain(left_out).chain(settings.defines.iter().cloned()).collect();
    let rounds_products = settings.floating_point == FloatingPoint::Exact;
    let settings = whipple_emulator::Settings { rounds_products, defines: &defines };
    Compilation::program(program, source, headers(), settings)
}

/// The machine itself, as one object file: compiled once in a process, or taken from the cache.
fn machine(compiler: &Compiler, cache: &Cache) -> Result<Vec<u8>, Error> {
    // Locked while one compiles: the others wait for it. A panic leaves nothing half done.
    static COMPILED: Mutex<Option<Vec<u8>>> = Mutex::new(None);
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(compiled) = &*compiled {
        return Ok(compiled.clone());
    }
    let compilation = Compilation::machine();
    let (Output { code, .. }, _) = stored(&compilation, compiler, cache, || compiler.compile_machine(&compilation))?;
    Ok(compiled.insert(code).clone())
}

/// What the cache has for a compilation, or what `compile` gives. The key has all of the compilation.
fn stored(
    compilation: &Compilation<'_>,
    compiler: &Compiler,
    cache: &Cache,
    compile: impl FnOnce() -> Result<whipple_emulator::Output, Error>,
) -> Result<(Output, CacheOutcome), Error> {
    let Compilation { program, source, options, headers } = compilation;
    let architecture = format!("{ARCHITECTURE}, {}", compiler.in_words());
    let request = Request { program, source, architecture: &architecture, options, headers };
    cache.get_or_compile(&request, "", || {
        let whipple_emulator::Output { code, log } = compile()?;
        Ok(Output { code, log })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A program is compiled anew once any file of the emulated machine is another, as it is once the device library is.
    #[test]
    fn a_change_of_the_machine_is_a_new_compilation() {
        let Ok(compiler) = Compiler::get() else { return println!("skipped: there is no g++") };
        let folder = tempfile::tempdir().expect("a folder for the test");
        let cache = Cache::in_folder(folder.path().join("cache"));
        let program =
            compilation("text", "Program", &Settings::default()).expect("nothing is asked of the environment");
        let compiled = Cell::new(0);
        let compile = |compilation: &Compilation<'_>| {
            let output = || {
                compiled.set(compiled.get() + 1);
                Ok(whipple_emulator::Output { code: vec![1], log: String::new() })
            };
            stored(compilation, compiler, &cache, output).expect("it is stored").1
        };
        assert_eq!([compile(&program), compile(&program)], [CacheOutcome::Stored, CacheOutcome::Hit]);
        for name in ["whipple/emulation/sync.hpp", "machine/machine.cpp", "machine/module.cpp", "whipple/sync.cuh"] {
            let mut other = program.clone();
            let (_, text) = other.headers.iter_mut().find(|(header, _)| *header == name).expect("the file is known");
            *text = "other";
            assert_eq!(compile(&other), CacheOutcome::Stored, "{name}");
        }
        let names: Vec<&str> = program.headers.iter().map(|(name, _)| *name).collect();
        assert!(Compilation::machine().headers.iter().all(|(name, _)| names.contains(name)));
        assert_eq!(compiled.get(), 5);
    }
}
