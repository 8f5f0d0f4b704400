//! How a command begins and ends: it reads its arguments, prints, and gives an exit status. Whatever cannot be printed is an
//! error like others.

use super::failure::{causes, is_broken_pipe, told};
use clap::Parser;
use std::{
    error,
    io::{self, Write},
    process::ExitCode,
};

/// What a command comes to.
pub type Outcome = Result<(), Box<dyn error::Error>>;

/// Reads the arguments and does the `work`, which prints to the writer that it is given: standard output, or standard error
/// where an output of the command goes to standard output.
pub fn main<A: Parser>(
    takes_standard_output: impl FnOnce(&A) -> bool,
    work: impl FnOnce(&A, &mut Printer) -> Outcome,
) -> ExitCode {
    let outcome = match A::try_parse() {
        Ok(arguments) => printing(takes_standard_output(&arguments), |out| work(&arguments, out)),
        Err(message) if message.use_stderr() => {
            // Nobody is left to be told that this cannot be printed.
            let _ = message.print();
            return ExitCode::from(2);
        }
        // Help, or the version.
        Err(message) => {
            let printed = message.print().and_then(|()| io::stdout().flush());
            printed.map_err(|error| cannot_print(&error).into())
        }
    };
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    tell(&*error);
    ExitCode::FAILURE
}

/// Does the `work`, and prints all that it writes, also if it fails.
fn printing(to_standard_error: bool, work: impl FnOnce(&mut Printer) -> Outcome) -> Outcome {
    let mut printer = Printer(if to_standard_error { Stream::Error } else { Stream::Output });
    let outcome = work(&mut printer);
    let printed = printer.flush();
    outcome?;
    Ok(printed?)
}

/// Prints an error with its causes, unless nobody reads any more what the command prints.
fn tell(error: &(dyn error::Error + 'static)) {
    if is_broken_pipe(error) {
        return;
    }
    let mut text = format!("error: {}\n", told(error));
    for cause in causes(error) {
        text += &format!("  because: {}\n", told(cause));
    }
    // Nobody is left to be told that this cannot be printed.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints what a command has to say. Its errors say that printing failed.
pub struct Printer(Stream);

enum Stream {
    Output,
    Error,
}

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.0 {
            Stream::Output => io::stdout().write(bytes),
            Stream::Error => io::stderr().write(bytes),
        };
        written.map_err(|error| cannot_print(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self.0 {
            Stream::Output => io::stdout().flush(),
            Stream::Error => io::stderr().flush(),
        };
        flushed.map_err(|error| cannot_print(&error))
    }
}

fn cannot_print(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot print: {error}"))
}
