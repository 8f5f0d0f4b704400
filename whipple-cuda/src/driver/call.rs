//! Driver results as errors.

use cudarc::driver::sys::{self, CUresult};
use std::ffi::CStr;
use whipple_runtime::error::Error;

/// Turns a failing result into an error that names the call.
pub(crate) fn check(call: &'static str, result: CUresult) -> Result<(), Error> {
    match result {
        CUresult::CUDA_SUCCESS => Ok(()),
        failed => Err(error(call, failed as i32, describe(failed))),
    }
}

/// A driver error with a message of our own.
pub(crate) fn error(call: &'static str, code: i32, message: String) -> Error {
    Error::Driver { call, code, message }
}

/// The driver's own words for a result, as `CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected`.
fn describe(result: CUresult) -> String {
    let mut name = std::ptr::null();
    let mut text = std::ptr::null();
    // SAFETY: both are valid for writing; the driver is loaded, since a result came from it.
    unsafe {
        let _ = sys::cuGetErrorName(result, &raw mut name);
        let _ = sys::cuGetErrorString(result, &raw mut text);
    }
    let read = |pointer: *const std::ffi::c_char, fallback: &str| {
        if pointer.is_null() {
            fallback.to_owned()
        } else {
            // SAFETY: the driver hands out zero-terminated strings that live as long as it does.
            unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
        }
    };
    format!("{}: {}", read(name, "unknown error"), read(text, "the driver does not know this code"))
}
