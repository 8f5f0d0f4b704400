//! The files that a run writes: which, and what can be wrong with them before any work is spent.

use crate::city::cli::Arguments;
use crate::common::output::{check_distinct, check_extension, check_writable, wanted};
use std::path::Path;

/// The files to write.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'a> {
    /// The city, as binary glTF.
    pub model: Option<&'a Path>,
    /// Its picture, as PNG.
    pub picture: Option<&'a Path>,
    /// The trace of the derivation, as JSON.
    pub trace: Option<&'a Path>,
    /// The plot of its queues, as SVG.
    pub queues: Option<&'a Path>,
}

impl<'a> Outputs<'a> {
    /// What the command line asks for.
    pub fn of(arguments: &'a Arguments) -> Self {
        Self {
            model: wanted(&arguments.out),
            picture: wanted(&arguments.picture),
            trace: arguments.trace.as_deref().and_then(wanted),
            queues: arguments.queues.as_deref().and_then(wanted),
        }
    }

    /// Checks that each can be written, that none is another one, and that their names say what will be in them.
    ///
    /// # Errors
    /// In words.
    pub fn check(&self) -> Result<(), String> {
        let all = [
            ("--out", self.model, "binary glTF", "glb"),
            ("--picture", self.picture, "PNG", "png"),
            ("--trace", self.trace, "JSON", "json"),
            ("--queues", self.queues, "SVG", "svg"),
        ];
        let wanted = all.map(|(option, path, ..)| path.map(|path| (option, path)));
        let wanted: Vec<(&str, &Path)> = wanted.into_iter().flatten().collect();
        check_distinct(&wanted)?;
        for (option, path, format, extension) in all {
            path.map_or(Ok(()), |path| check_extension(option, path, format, &[extension]))?;
        }
        wanted.iter().try_for_each(|(_, path)| check_writable(path))
    }
}
