//! Outputs: all that a command writes, besides what it prints, is checked and written here.
//!
//! `-` is standard output, and `none` is no output. A file is written beside its place and takes it when it is whole: whatever fails, and
//! whatever signal ends the command, an old file stays as it was and nothing is left beside it. Devices and pipes take
//! what is written as it comes.

mod names;
mod place;
mod scratch;
mod sink;

pub use sink::Sink;

use crate::common::failure::{self, with_causes};
use place::Place;
use scratch::Scratch;
use std::{
    collections::HashMap,
    error,
    fs::{self, File, OpenOptions},
    io::{self, IsTerminal},
    path::Path,
};

/// A file that a command is to write.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    /// The option that names it.
    pub option: &'static str,
    /// Where it is to be.
    pub path: &'a Path,
    /// What will be in it.
    pub format: &'static str,
    /// The extension of such files.
    pub extension: &'static str,
}

/// The extensions of formats that a terminal cannot show.
const BINARY: [&str; 2] = ["png", "glb"];

/// A file to write, unless it is called `none`.
pub fn wanted(path: &Path) -> Option<&Path> {
    (path != Path::new("none")).then_some(path)
}

/// Whether an output goes to standard output: what a command prints goes to standard error then.
pub fn is_standard_output(path: &Path) -> bool {
    Place::of(path) == Place::StandardOutput
}

/// Whether the path leads to a file, one that is there or one that is to be made, and not to standard output, a device or a pipe.
pub fn is_file(path: &Path) -> bool {
    matches!(Place::of(path), Place::File(_))
}

/// An output in words.
pub fn name(path: &Path) -> String {
    if is_standard_output(path) { "standard output".to_owned() } else { path.display().to_string() }
}

/// Checks, before any work is spent, that no two outputs are one file, that their names say what will be in them, and that each
/// can be written.
///
/// # Errors
/// In words, with the option or the path.
pub fn check(outputs: &[Output<'_>]) -> Result<(), String> {
    check_distinct(outputs)?;
    outputs.iter().try_for_each(names::check_extension)?;
    outputs.iter().try_for_each(check_writable)
}

/// Writes an output: to standard output, to a device or a pipe as it comes, or as a whole in place of what was there.
///
/// # Errors
/// What the system says of the output up to the last byte, with the path; or plainly that nobody reads standard output. Else what `write`
/// meets besides, as it is.
pub fn write<T, E>(path: &Path, write: impl FnOnce(&mut Sink) -> Result<T, E>) -> Result<T, Box<dyn error::Error>>
where
    E: Into<Box<dyn error::Error>>,
{
    try_writing(path, |sink| write(sink).map_err(Into::into)).map_err(|failure| match failure {
        Failure::OfOutput(error) if is_standard_output(path) && failure::is_broken_pipe(&error) => error.into(),
        Failure::OfOutput(error) => cannot_write(path, &error).into(),
        Failure::Other(error) => error,
    })
}

/// Why an output was not written.
enum Failure {
    /// The system says so of the output. That is then the cause of whatever a library made of it.
    OfOutput(io::Error),
    /// What was to be written could not be made.
    Other(Box<dyn error::Error>),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::OfOutput(error)
    }
}

fn try_writing<T>(
    path: &Path,
    write: impl FnOnce(&mut Sink) -> Result<T, Box<dyn error::Error>>,
) -> Result<T, Failure> {
    let into = |mut sink: Sink| {
        let written = write(&mut sink);
        sink.finish()?;
        written.map_err(Failure::Other)
    };
    match Place::of(path) {
        Place::StandardOutput => into(Sink::standard_output()),
        Place::Stream { path, .. } => into(Sink::file(OpenOptions::new().write(true).truncate(true).open(path)?)),
        Place::File(path) => match Scratch::beside(&path) {
            Some(scratch) => {
                let written = into(Sink::file(scratch.file()?))?;
                scratch.replace(&path)?;
                Ok(written)
            }
            // A folder in which no file can be made may have one that can be written.
            None => into(Sink::file(File::create(path)?)),
        },
    }
}

/// Makes a folder for files, with those above it.
///
/// # Errors
/// In words, with the option and the path.
pub fn make_folder(option: &'static str, path: &Path) -> Result<(), String> {
    if is_standard_output(path) {
        return Err(format!("{option} writes several files: name a folder, not standard output"));
    }
    fs::create_dir_all(path).map_err(|error| format!("{option} cannot make the folder {}: {error}", path.display()))
}

/// Checks that no two outputs are one file: the second would destroy the first.
fn check_distinct(outputs: &[Output<'_>]) -> Result<(), String> {
    let mut options = HashMap::new();
    for Output { option, path, .. } in outputs {
        let place = Place::of(path);
        if let Some(printed) = place.printed() {
            return Err(format!(
                "{option} and {printed} both write to {}: name another file, or `-` for standard output",
                path.display()
            ));
        }
        if place.takes_many() {
            continue;
        }
        let name = name(path);
        if let Some(first) = options.insert(place, option) {
            return Err(format!("{first} and {option} both write to {name}: name another file for one of them"));
        }
    }
    Ok(())
}

/// Checks that an output can be written. Leaves no file that was not there.
fn check_writable(output: &Output<'_>) -> Result<(), String> {
    let Output { option, path, format, extension } = output;
    let tried = match Place::of(path) {
        Place::StandardOutput if BINARY.contains(extension) && io::stdout().is_terminal() => {
            return Err(format!(
                "{option} writes {format}, and standard output is a terminal: name a file, or use a pipe"
            ));
        }
        // Whoever reads from a pipe would take a try for all that there is.
        Place::StandardOutput | Place::Stream { is_pipe: true, .. } => Ok(()),
        Place::Stream { path, .. } => OpenOptions::new().write(true).open(path).map(drop),
        // Links that lead to each other are no file, and say so when they are opened.
        Place::File(path) if path.exists() || path.is_symlink() => OpenOptions::new().write(true).open(path).map(drop),
        Place::File(path) => {
            OpenOptions::new().write(true).create_new(true).open(&path).and_then(|_| fs::remove_file(path))
        }
    };
    tried.map_err(|error| cannot_write(path, &error))
}

/// What is said of a file that cannot be written: which, why, and what to do.
fn cannot_write(path: &Path, error: &(dyn error::Error + 'static)) -> String {
    let place = Place::of(path);
    let advice = match &place {
        Place::File(file) => match file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
            Some(folder) => format!("make the folder {} first, or name another file", folder.display()),
            None => "name a file where there is room and where you may write".to_owned(),
        },
        _ => "name a file".to_owned(),
    };
    format!("cannot write to {}: {}; {advice}", name(path), with_causes(error))
}

#[cfg(test)]
mod tests;
