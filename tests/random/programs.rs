//! Programs in a package of their own, which cargo compiles with a library that they share.

use std::{
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// Seconds after which a program hangs. One takes less than a second.
const PATIENCE: &str = "300";

/// What cargo says of programs that do not compile: its messages in JSON, and the rest.
pub struct Unbuilt {
    pub messages: String,
    pub said: String,
}

/// A package of programs, which have the package's name and a number each.
pub struct Programs {
    pub name: &'static str,
    pub folder: PathBuf,
    pub repository: PathBuf,
    target: PathBuf,
    /// The library that the programs share, which is the crate `language` to them.
    library: PathBuf,
}

impl Programs {
    /// A package of this name with its own folder below `target`, and a library of this path in the repository.
    pub fn new(repository: &Path, target: &Path, name: &'static str, library: &str) -> io::Result<Self> {
        let folder = target.join(name);
        fs::create_dir_all(&folder)?;
        // The versions of the repository.
        fs::copy(repository.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let (target, library) = (repository.join("target"), repository.join(library));
        Ok(Self { name, folder, repository: repository.to_owned(), target, library })
    }

    /// The file name of a program's source.
    pub fn file(&self, number: usize) -> String {
        format!("{}{number}.rs", self.name)
    }

    /// Writes the source of a program.
    pub fn write(&self, number: usize, text: &str) -> Result<(), String> {
        let path = self.folder.join(self.file(number));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// A program that has been built, which is ended when it takes longer than any should.
    pub fn program(&self, number: usize) -> Command {
        limited(&self.target.join(format!("debug/{}{number}", self.name)))
    }

    fn manifest(&self, programs: usize) -> String {
        let (name, repository, library) = (self.name, &self.repository, &self.library);
        let mut manifest = format!(
            "[workspace]\n\n[package]\nname = \"whipple-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\nautobins = false\n\n\
             [lib]\nname = \"language\"\npath = {library:?}\n\n\
             [dependencies]\nwhipple = {{ path = {repository:?} }}\nglam = \"0.34\"\n\n\
             [profile.dev]\ndebug = \"line-tables-only\"\n\n\
             [profile.dev.build-override]\ndebug = \"line-tables-only\"\n\n\
             [profile.dev.package.sha2]\nopt-level = 3\n\n\
             [profile.dev.package.whipple-{name}]\ndebug = false\ncodegen-units = 1\noverflow-checks = false\n"
        );
        for number in 0..programs {
            write!(manifest, "\n[[bin]]\nname = \"{name}{number}\"\npath = \"{name}{number}.rs\"\n")
                .expect("a string grows");
        }
        manifest
    }

    /// Builds the first programs; those that do not compile are the inner error.
    pub fn build(&self, programs: usize) -> Result<Result<(), Unbuilt>, String> {
        let manifest = self.manifest(programs);
        let path = self.folder.join("Cargo.toml");
        if fs::read_to_string(&path).ok().as_ref() != Some(&manifest) {
            fs::write(&path, manifest).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&self.folder).args(["build", "--quiet", "--offline", "--bins", "--keep-going"]);
        cargo.arg("--message-format=json");
        // In the repository's folder, and with its settings, what the macros and the library depend on is built already.
        cargo.env("CARGO_TARGET_DIR", &self.target).env("CARGO_TERM_COLOR", "never").env("CARGO_INCREMENTAL", "0");
        let output = cargo.output().map_err(|error| format!("{cargo:?}: {error}"))?;
        if output.status.success() {
            return Ok(Ok(()));
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let said = format!("{cargo:?} failed ({}):\n{}", output.status, text(&output.stderr));
        Ok(Err(Unbuilt { messages: text(&output.stdout), said }))
    }
}

/// A program that is ended when it takes longer than any should.
pub fn limited(program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.arg(PATIENCE).arg(program);
    command
}

/// Runs a command and gives its output; the error is all that it said.
pub fn succeed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout);
    if output.status.success() {
        return Ok(printed);
    }
    Err(format!("{command:?} failed ({}):\n{printed}{}", output.status, text(&output.stderr)))
}
