//! The CUDA back end of whipple: the driver, NVRTC, the kernel cache and the schedulers' launching.
//!
//! Programs use it through [`open`], which gives a [`Device`](whipple_runtime::device::Device) like any other. Nothing
//! here needs CUDA to build: the driver and NVRTC are loaded when they are first used, and what is missing is an
//! [`Error`](whipple_runtime::error::Error) that says what to install.
//!
//! [`compile_for`] compiles a program's text for any architecture on a machine without a GPU, as tests do:
//!
//! ```no_run
//! # use whipple_runtime::program::Program;
//! # fn check<Reyes: Program>() -> Result<(), whipple_runtime::error::Error> {
//! for architecture in ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"] {
//!     let compiled = whipple_cuda::compile_for(Reyes::CUDA_SOURCE, Reyes::NAME, architecture, &Default::default())?;
//!     for kernel in &compiled.kernels {
//!         println!("{architecture}: {} registers, {} bytes spilled", kernel.registers, kernel.spill_stores);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! | variable | what it does |
//! |---|---|
//! | `WHIPPLE_NVRTC` | the NVRTC library, or the folder that has it |
//! | `WHIPPLE_CUDADEVRT` | CUDA's device runtime, a static library, or the folder that has it |
//! | `WHIPPLE_CACHE` | the folder of the kernel cache; `off` for none ([`cache`]) |
//! | `WHIPPLE_CXX`, `WHIPPLE_EMULATION_…` | the emulated device: [`emulated`] |
//! | `CUDA_VISIBLE_DEVICES` | the GPUs that the driver shows |

pub mod cache;
mod compile;
mod device;
pub mod driver;
pub mod emulated;
pub mod engine;
mod environment;
mod headers;
pub mod nvrtc;
mod settings;
mod storage;

pub use compile::{compile_cached, compile_for, tell_of_long_compilations};
pub use device::{CudaDevice, available, open};
pub use headers::headers;
pub use settings::{Compiled, Settings};
pub use storage::DeviceStorage;
