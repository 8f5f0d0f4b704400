//! The files that a run writes: which, and what can be wrong with them before any work is spent.

use crate::city::cli::Arguments;
use crate::common::output::{Output, check, is_standard_output, wanted};
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

/// Whether one of the files is standard output, so that what is printed must go elsewhere.
pub fn takes_standard_output(arguments: &Arguments) -> bool {
    let writes = !(arguments.measure || arguments.emit_cuda || arguments.plan);
    let Outputs { model, picture, trace, queues } = Outputs::of(arguments);
    writes && [model, picture, trace, queues].into_iter().flatten().any(is_standard_output)
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

    /// Checks them before any work is spent.
    ///
    /// # Errors
    /// As [`check`].
    pub fn check(&self) -> Result<(), String> {
        let is_text = |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gltf"));
        let (model, extension) =
            if self.model.is_some_and(is_text) { ("glTF as text", "gltf") } else { ("binary glTF", "glb") };
        let outputs = [
            ("--out", self.model, model, extension),
            ("--picture", self.picture, "PNG", "png"),
            ("--trace", self.trace, "JSON", "json"),
            ("--queues", self.queues, "SVG", "svg"),
        ]
        .map(|(option, path, format, extension)| path.map(|path| Output { option, path, format, extension }));
        check(&outputs.into_iter().flatten().collect::<Vec<_>>())
    }
}
