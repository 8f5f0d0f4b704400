//! The example's binaries, and what comes of running them.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::OnceLock,
    time::SystemTime,
};

/// The examples, each with arguments that make it quick, and with no output.
pub const QUICK: [(&str, &[&str]); 5] = [
    ("city", &["--device", "cpu", "--buildings", "1", "--size", "8x8", "--picture", "none", "--out", "none"]),
    ("many", &["--device", "cpu", "small"]),
    ("reyes", &["--device", "cpu", "--size", "8x8", "--out", "none"]),
    ("synthetic", &["--device", "cpu", "--quick", "--tests", "tree-6", "--runs", "1", "--warmup", "0"]),
    ("tree", &["--device", "cpu", "1", "none"]),
];

/// The folder of the examples' binaries that belong to this test; `None` where they cannot be built.
fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let test = env::current_exe().expect("the test has a file");
        let folder = test.parent()?.parent()?.join("examples");
        let stale = QUICK.iter().any(|(name, _)| !is_fresh(&folder.join(name)));
        (!stale || build(&folder)).then_some(folder)
    });
    if folder.is_none() {
        println!("skipped: the examples are not built, and there is no cargo");
    }
    folder.as_deref()
}

/// Whether a binary is there and newer than what it was built from, which its `.d` file lists.
fn is_fresh(binary: &Path) -> bool {
    let modified = |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
    let (Some(built), Ok(sources)) = (modified(binary), fs::read_to_string(binary.with_extension("d"))) else {
        return false;
    };
    let mut sources = sources.split_whitespace().skip(1);
    sources.all(|source| modified(Path::new(source)).is_some_and(|changed| changed <= built))
}

/// Builds the examples as cargo does before it runs all tests; it does not where one test is named.
fn build(folder: &Path) -> bool {
    let (Some(cargo), Some(profile)) = (env::var_os("CARGO"), folder.parent().and_then(Path::file_name)) else {
        return false;
    };
    let profile = if profile == "debug" { "dev".as_ref() } else { profile };
    let mut cargo = Command::new(cargo);
    cargo.args(["build", "--package", "whipple", "--examples", "--profile"]).arg(profile);
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status().is_ok_and(|status| status.success())
}

/// An example as a command that runs in a folder; `None` where it cannot be built.
pub fn example(name: &str, arguments: &[&str], place: &Path) -> Option<Command> {
    let mut command = Command::new(folder()?.join(name));
    command.args(arguments).current_dir(place).stdin(Stdio::null());
    // A panic that is told at length is as well.
    command.env_remove("RUST_BACKTRACE");
    Some(command)
}

/// An example with [`QUICK`] arguments, the last ones of which win.
pub fn quick(name: &str, more: &[&str], place: &Path) -> Option<Command> {
    let (_, quick) = QUICK.iter().find(|(known, _)| *known == name).expect("an example");
    let replaced = |option: &str| option.starts_with("--") && more.contains(&option);
    let mut arguments: Vec<&str> = Vec::new();
    let mut own = quick.iter().peekable();
    while let Some(argument) = own.next() {
        if replaced(argument) {
            own.next();
        } else {
            arguments.push(argument);
        }
    }
    // What has no option before it is given as a whole.
    if name == "tree" && more.contains(&"1") {
        arguments.retain(|argument| !["1", "none"].contains(argument));
    }
    arguments.extend(more);
    example(name, &arguments, place)
}

/// Runs a command to its end.
pub fn run(command: Option<Command>) -> Option<Ran> {
    let Output { status, stdout, stderr } = command?.output().expect("it starts");
    let code = status.code();
    Some(Ran { code, out: stdout, said: String::from_utf8_lossy(&stderr).into_owned() })
}

/// What came of a command.
#[derive(Debug)]
pub struct Ran {
    /// Its exit status; `None` after a signal.
    pub code: Option<i32>,
    /// What it wrote to standard output.
    pub out: Vec<u8>,
    /// What it wrote to standard error.
    pub said: String,
}

/// The names of the files in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").file_name().into_string();
    let mut names: Vec<String> =
        fs::read_dir(folder).expect("a folder").map(|entry| name(entry).expect("text")).collect();
    names.sort();
    names
}
