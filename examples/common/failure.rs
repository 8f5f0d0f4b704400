//! How a command ends.

use std::{error::Error, process::ExitCode};

/// The exit status of a command; an error is printed with its causes.
pub fn exit_code(outcome: Result<(), Box<dyn Error>>) -> ExitCode {
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        eprintln!("  because: {error}");
        cause = error.source();
    }
    ExitCode::FAILURE
}
