//! How a command ends.

use std::{error::Error, io, iter, process::ExitCode};

/// The exit status of a command; an error is printed with its causes, unless nobody reads any more what the command prints.
pub fn exit_code(outcome: Result<(), Box<dyn Error>>) -> ExitCode {
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::FAILURE;
    }
    eprintln!("error: {error}");
    for cause in causes(&*error) {
        eprintln!("  because: {cause}");
    }
    ExitCode::FAILURE
}

/// An error with its causes, in one line.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    causes(error).fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

/// The causes of an error, the nearest first.
fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    let mut next = error.source();
    iter::from_fn(move || {
        let cause = next?;
        next = cause.source();
        Some(cause)
    })
}
