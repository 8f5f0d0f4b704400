//! A device without a GPU: the CUDA text of a program, compiled by g++, on a machine that runs each CUDA thread as a fiber.
//!
//! The engines, the generated text and the device library are those of a GPU; only the driver is another
//! ([`whipple_emulator`]), and `sync.cuh`'s wrappers. It is made for tests: it finds deadlocks, misused barriers and warp operations,
//! and with a sanitizer data races and accesses out of bounds. The README of `whipple-emulator` says what it is like and what it finds.
//!
//! | variable | what it does |
//! |---|---|
//! | `WHIPPLE_CXX` | the C++ compiler, g++ 12 or newer; `g++` if it is not set |
//! | `WHIPPLE_EMULATION_SEED` | the seed of the order in which threads run |
//! | `WHIPPLE_EMULATION_INTERLEAVE` | one atomic operation in so many lets another thread run |
//! | `WHIPPLE_EMULATION_CACHES` | `0`: what a task writes is seen by all others at once, as no GPU has it |
//! | `WHIPPLE_EMULATION_THREADS` | the threads that a multiprocessor holds, 64 to 2048 |
//! | `WHIPPLE_EMULATION_CHECK_SHARED` | `1`, `on`, `yes` or `true`: shared memory that its task reads before it writes it is an error |
//! | `WHIPPLE_EMULATION_SANITIZE` | compiles programs with `-fsanitize=` this: `thread`, or `address,undefined`; the process must be started with the sanitizer's library in `LD_PRELOAD` |
//! | `TMPDIR` | the folder for temporary files, from which programs may run; `/tmp` if it is not set |

pub use whipple_emulator::Options;

use crate::{
    device::CudaDevice,
    driver::{self, Gpu},
};
use std::sync::Arc;
use whipple_emulator::{Compiler, Driver};
use whipple_runtime::{device::Device, error::Error};

/// What [`compile_for`](crate::compile_for) takes as the architecture for the emulated machine.
pub const ARCHITECTURE: &str = driver::WITHOUT_NUMBER;

/// Whether there is a compiler for the emulated machine.
///
/// # Errors
/// [`Error::HostCompilerMissing`].
pub fn available() -> Result<(), Error> {
    Compiler::get().map(drop)
}

/// A new emulated device with the options of the environment.
///
/// # Errors
/// [`Error::HostCompilerMissing`], and as [`Options::from_environment`].
pub fn open() -> Result<Device, Error> {
    open_with(Options::from_environment()?)
}

/// A new emulated device.
///
/// # Errors
/// [`Error::HostCompilerMissing`].
pub fn open_with(options: Options) -> Result<Device, Error> {
    Ok(Device::from_backend(Arc::new(backend(options)?)))
}

/// The back end of a new emulated device.
///
/// # Errors
/// [`Error::HostCompilerMissing`].
#[doc(hidden)] // For tests.
pub fn backend(options: Options) -> Result<CudaDevice, Error> {
    Ok(CudaDevice::of(Gpu::emulated(Driver::new(options)?)?))
}
