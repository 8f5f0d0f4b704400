//! Whether a GPU is of use: to this process, and after what its kernels did.
//!
//! CUDA does not work in a process that was forked from the one that began with it. And what a kernel does wrong ends its context: each later
//! call fails with the same code, whatever it asks for. Both are found before the driver is called, so that every call tells the same, and
//! what is dropped leaves the driver alone.

use cudarc::driver::sys::CUresult;
use std::{
    process,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};
use whipple_runtime::error::Error;

/// What is known of a GPU that was opened.
#[derive(Debug)]
pub(super) struct Health {
    /// The process that opened it.
    process: u32,
    failure: OnceLock<ContextFailure>,
}

/// The failure after which a context is of no use.
#[derive(Debug)]
struct ContextFailure {
    call: &'static str,
    code: i32,
    message: String,
}

impl Health {
    /// That of a GPU which this process opens now.
    pub fn new() -> Self {
        Self { process: process::id(), failure: OnceLock::new() }
    }

    /// Whether this is the process that opened it.
    pub fn is_of_this_process(&self) -> bool {
        self.process == process::id()
    }

    /// Whether the driver can be called.
    ///
    /// # Errors
    /// [`Error::Other`] in a process that was forked; the [`Error::Driver`] that ended the context.
    pub fn check(&self) -> Result<(), Error> {
        if !self.is_of_this_process() {
            return Err(forked());
        }
        match self.failure.get() {
            Some(ContextFailure { call, code, message }) => Err(super::call::error(call, *code, message.clone())),
            None => Ok(()),
        }
    }

    /// Keeps in mind that this failure has ended the context, if it has.
    pub fn note(&self, result: CUresult, error: &Error) {
        if let (true, Error::Driver { call, code, message }) = (ends_context(result), error) {
            // A later one says the same.
            let _ = self.failure.set(ContextFailure { call, code: *code, message: message.clone() });
        }
    }
}

/// Checks that CUDA can begin in this process, or has begun there.
///
/// # Errors
/// [`Error::Other`] in a process that was forked from one in which it had begun.
pub(super) fn check_process() -> Result<(), Error> {
    /// The process in which it has begun; 0 before.
    static BEGUN: AtomicU32 = AtomicU32::new(0);
    // Relaxed: a forked process has what its parent had written before.
    match BEGUN.compare_exchange(0, process::id(), Relaxed, Relaxed) {
        Err(begun) if begun != process::id() => Err(forked()),
        _ => Ok(()),
    }
}

fn forked() -> Error {
    let message = "this process was forked from the one that opened the device, and CUDA does not work across a fork: \
                   fork before a device is opened, and open devices in the process that uses them";
    Error::other(message, None)
}

/// Whether a context is of no use after this result.
fn ends_context(result: CUresult) -> bool {
    use CUresult as R;
    matches!(
        result,
        R::CUDA_ERROR_ILLEGAL_ADDRESS
            | R::CUDA_ERROR_LAUNCH_TIMEOUT
            | R::CUDA_ERROR_CONTEXT_IS_DESTROYED
            | R::CUDA_ERROR_ASSERT
            | R::CUDA_ERROR_HARDWARE_STACK_ERROR
            | R::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | R::CUDA_ERROR_MISALIGNED_ADDRESS
            | R::CUDA_ERROR_INVALID_ADDRESS_SPACE
            | R::CUDA_ERROR_INVALID_PC
            | R::CUDA_ERROR_LAUNCH_FAILED
            | R::CUDA_ERROR_ECC_UNCORRECTABLE
            | R::CUDA_ERROR_NVLINK_UNCORRECTABLE
            | R::CUDA_ERROR_DEINITIALIZED
            | R::CUDA_ERROR_MPS_CONNECTION_FAILED
            | R::CUDA_ERROR_MPS_RPC_FAILURE
            | R::CUDA_ERROR_MPS_CLIENT_TERMINATED
    )
}

/// What to do about a result; empty where the driver's words are all that is known.
pub(super) fn advice(result: CUresult) -> &'static str {
    use CUresult as R;
    match result {
        R::CUDA_ERROR_ILLEGAL_ADDRESS
        | R::CUDA_ERROR_ASSERT
        | R::CUDA_ERROR_HARDWARE_STACK_ERROR
        | R::CUDA_ERROR_ILLEGAL_INSTRUCTION
        | R::CUDA_ERROR_MISALIGNED_ADDRESS
        | R::CUDA_ERROR_INVALID_ADDRESS_SPACE
        | R::CUDA_ERROR_INVALID_PC
        | R::CUDA_ERROR_LAUNCH_FAILED => {
            "; a task did this, as one whose code is given by hand in CUDA may. The device is of no use from then on: \
             mend the task, and start the process again"
        }
        R::CUDA_ERROR_LAUNCH_TIMEOUT => {
            "; the watchdog of a display ended the run. The device is of no use from then on: give runs less work or \
             use a GPU without a display, and start the process again"
        }
        R::CUDA_ERROR_OUT_OF_MEMORY => {
            "; buffers, queues or other processes have the memory of the GPU: free some, or set `Options::queue_memory`"
        }
        R::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => {
            "; the GPU has too few registers for this: set `Options::block_threads`"
        }
        R::CUDA_ERROR_DEVICE_UNAVAILABLE => {
            "; another process has the GPU for itself: end that one, or use another GPU"
        }
        R::CUDA_ERROR_MPS_CONNECTION_FAILED
        | R::CUDA_ERROR_MPS_RPC_FAILURE
        | R::CUDA_ERROR_MPS_SERVER_NOT_READY
        | R::CUDA_ERROR_MPS_MAX_CLIENTS_REACHED
        | R::CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED
        | R::CUDA_ERROR_MPS_CLIENT_TERMINATED => {
            "; the GPU is shared by CUDA's Multi-Process Service: look at its log, and start it and the process again"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(result: CUresult) -> Error {
        crate::driver::call::error("cuTested", result as i32, "first".to_owned())
    }

    #[test]
    fn the_first_failure_that_ends_a_context_is_told_from_then_on() {
        let health = Health::new();
        let passing = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
        health.note(passing, &failed(passing));
        health.check().expect("it is of use");
        let fault = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
        health.note(fault, &failed(fault));
        health.note(fault, &crate::driver::call::error("cuOther", 700, "second".to_owned()));
        for _ in 0..2 {
            let error = health.check().expect_err("it is of no use");
            assert!(
                matches!(&error, Error::Driver { call: "cuTested", code: 700, message } if message == "first"),
                "{error}"
            );
        }
    }

    #[test]
    fn another_process_is_told() {
        let health = Health { process: 0, ..Health::new() };
        assert!(!health.is_of_this_process());
        let error = health.check().expect_err("another process").to_string();
        assert!(error.contains("forked") && error.contains("open devices in the process that uses them"), "{error}");
    }
}
