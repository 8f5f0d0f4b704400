//! Driver results as errors.

use super::{api::describe, health::advice};
use cudarc::driver::sys::CUresult;
use whipple_runtime::error::Error;

/// Turns a failing result of NVIDIA's driver into an error that names the call.
pub(super) fn check(call: &'static str, result: CUresult) -> Result<(), Error> {
    check_with(call, result, describe)
}

/// Turns a failing result into an error that names the call, with the words that `describe` finds.
pub(super) fn check_with(
    call: &'static str,
    result: CUresult,
    describe: impl FnOnce(CUresult) -> String,
) -> Result<(), Error> {
    match result {
        CUresult::CUDA_SUCCESS => Ok(()),
        failed => Err(error(call, failed as i32, describe(failed) + advice(failed))),
    }
}

/// A driver error with a message of our own.
pub(crate) fn error(call: &'static str, code: i32, message: String) -> Error {
    Error::Driver { call, code, message }
}
