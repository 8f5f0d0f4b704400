//! The files that a run writes: which, and what can be wrong with them before any work is spent.

use super::cli::Arguments;
use crate::common::{
    output::{self, Output, is_file, is_standard_output, wanted},
    trace,
};
use std::{
    error,
    path::{Path, PathBuf},
};
use whipple::{report::Report, trace::Trace};

/// Whether one of the files is standard output, so that what is printed must go elsewhere.
pub fn takes_standard_output(arguments: &Arguments) -> bool {
    let writes = !(arguments.emit_cuda || arguments.plan);
    writes && traces(arguments).chain(wanted(&arguments.out)).any(is_standard_output)
}

/// The files of the trace of a run that were asked for.
pub fn traces(arguments: &Arguments) -> impl Iterator<Item = &Path> {
    [&arguments.trace, &arguments.queues].into_iter().flatten().filter_map(|path| wanted(path))
}

/// The files of the pictures: the one that was named, if any is wanted, or one for each picture of a turn.
///
/// # Errors
/// In words.
pub fn pictures(arguments: &Arguments) -> Result<Vec<PathBuf>, String> {
    let out = wanted(&arguments.out);
    let Some(count) = arguments.turntable else { return Ok(out.map(Path::to_owned).into_iter().collect()) };
    let out = out.ok_or("--turntable writes pictures: name a file with --out")?;
    if !is_file(out) {
        let name = output::name(out);
        return Err(format!("--turntable writes several pictures, and {name} is no file: name one with --out"));
    }
    let extension = out.extension().unwrap_or_else(|| "png".as_ref());
    let numbered = |index| {
        let mut name = out.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{index:04}."));
        name.push(extension);
        out.with_file_name(name)
    };
    Ok((0..count).map(numbered).collect())
}

/// Checks the files to write.
///
/// # Errors
/// As [`output::check`].
pub fn check(arguments: &Arguments, pictures: &[PathBuf]) -> Result<(), String> {
    let output = |option, path, format, extension| Output { option, path, format, extension };
    let pictures = pictures.iter().map(|path| output("--out", path.as_path(), "PNG", "png"));
    let trace = arguments.trace.iter().map(|path| output("--trace", path.as_path(), "JSON", "json"));
    let queues = arguments.queues.iter().map(|path| output("--queues", path.as_path(), "SVG", "svg"));
    let traces = trace.chain(queues).filter(|output| wanted(output.path).is_some());
    output::check(&pictures.chain(traces).collect::<Vec<_>>())
}

/// The trace of a run, if one was asked for.
///
/// # Errors
/// There is none.
pub fn traced<'a>(arguments: &Arguments, found: Option<&'a Trace>) -> Result<Option<&'a Trace>, String> {
    if found.is_none() && traces(arguments).next().is_some() {
        return Err(format!("--scheduler {} writes no trace: choose `--scheduler megakernel`", arguments.scheduler));
    }
    Ok(found)
}

/// Writes what was asked for of the trace of a run.
///
/// # Errors
/// There is none, or it cannot be written.
pub fn write_traces(arguments: &Arguments, report: &Report) -> Result<(), Box<dyn error::Error>> {
    let Some(found) = traced(arguments, report.trace.as_ref())? else { return Ok(()) };
    if let Some(path) = arguments.trace.as_deref().and_then(wanted) {
        output::write(path, |sink| found.write_chrome(sink))?;
    }
    if let Some(path) = arguments.queues.as_deref().and_then(wanted) {
        output::write(path, |sink| trace::queues(sink, "reyes", found))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn standard_output_has_one_writer() {
        let takes = |arguments: &[&str]| {
            let read = Arguments::try_parse_from(["reyes"].iter().chain(arguments));
            takes_standard_output(&read.expect("good arguments"))
        };
        assert!(takes(&["--out", "-"]) && takes(&["--out", "none", "--queues", "/dev/stdout"]));
        assert!(!takes(&[]) && !takes(&["--trace", "none"]) && !takes(&["--plan", "--out", "-"]));
    }

    #[test]
    fn pictures_of_a_turn_have_numbers() {
        let names = |out: &str| {
            let read = Arguments::try_parse_from(["reyes", "--turntable", "2", "--out", out]);
            pictures(&read.expect("good arguments"))
        };
        assert_eq!(
            names("a/turn.v1.PNG"),
            Ok(["a/turn.v1-0000.PNG", "a/turn.v1-0001.PNG"].map(PathBuf::from).to_vec())
        );
        assert_eq!(names("turn"), Ok(["turn-0000.png", "turn-0001.png"].map(PathBuf::from).to_vec()));
        assert!(names("-").is_err() && names("none").is_err());
    }
}
