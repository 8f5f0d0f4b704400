//! How a command fails: errors in the words of who typed it.

use std::{error::Error, io, iter};
use whipple::error::Error as RunError;

/// Whether an error says that nobody reads any more what the command writes, as after `| head`.
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// An error with its causes, in one line.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    causes(error).fold(told(error), |text, cause| format!("{text}: {}", told(cause)))
}

/// The causes of an error, the nearest first.
pub fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    let mut next = error.source();
    iter::from_fn(move || {
        let cause = next?;
        next = cause.source();
        Some(cause)
    })
}

/// An error in words. Options have the names that they have on the command line.
pub fn told(error: &(dyn Error + 'static)) -> String {
    match error.downcast_ref::<RunError>() {
        Some(error) => run_error(error),
        None => error.to_string(),
    }
}

/// An error of a run, with the options of the command that help against it.
pub fn run_error(error: &RunError) -> String {
    match error {
        RunError::DriverMissing { reason } => {
            format!("there is no usable CUDA driver: {reason}; install the NVIDIA driver, or choose `--device cpu`")
        }
        RunError::DeviceRuntimeMissing { reason } => format!(
            "CUDA's device runtime was not found: {reason}; install the CUDA toolkit (or the Python package \
             `nvidia-cuda-runtime`), name the library in `WHIPPLE_CUDADEVRT`, or choose another --scheduler"
        ),
        RunError::QueueMemory { procedure, length, limit_bytes, waiting } => format!(
            "the queue of `{procedure}` holds {length} tasks, and all queues together may use {limit_bytes} bytes{waiting}: raise \
             --queue-memory"
        ),
        RunError::OutOfMemory { device, bytes, purpose } => {
            format!(
                "{device} has no {bytes} bytes for {purpose}: ask for less, or end other programs that use its memory"
            )
        }
        RunError::Resources { what, .. } => {
            format!("the operating system gave the CPU executor no {what}: choose fewer --threads")
        }
        RunError::Options { option, value, reason } => format!("{} cannot be {value}: {reason}", flag(option)),
        other => other.to_string(),
    }
}

/// What an option of the library is called on the command line; variables of the environment keep their names.
fn flag(option: &str) -> String {
    match option {
        "workers" => "--threads".to_owned(),
        "floating_point" => "--floats".to_owned(),
        variable if variable.starts_with("WHIPPLE_") => variable.to_owned(),
        other => format!("--{}", other.replace('_', "-")),
    }
}
