//! The CUDA back end of whipple: the driver, NVRTC, the kernel cache and the schedulers' launching.
//!
//! Programs depend on the crate `whipple`, which has this one as `whipple::cuda`. [`open`] gives a
//! [`Device`](whipple_runtime::device::Device) like any other. Nothing here needs CUDA to build: the driver and NVRTC are loaded
//! when they are first used, and what is missing is an [`Error`](whipple_runtime::error::Error) that says what to install.
//!
//! [`compile_for`] compiles a program's text for any architecture on a machine without a GPU, as tests do:
//!
//! ```no_run
//! # use whipple_runtime::program::Program;
//! # mod whipple { pub use whipple_cuda as cuda; }
//! # fn check<Reyes: Program>() -> Result<(), whipple_runtime::error::Error> {
//! for architecture in ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"] {
//!     let compiled = whipple::cuda::compile_for(Reyes::CUDA_SOURCE, Reyes::NAME, architecture, &Default::default())?;
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
//! | `WHIPPLE_CXX`, `WHIPPLE_EMULATION_…` | the emulated device: the module `emulated` |
//! | `CUDA_VISIBLE_DEVICES` | the GPUs that the driver shows |
//!
//! | feature | what it adds |
//! |---|---|
//! | `emulation` (on) | the emulated device, in the module `emulated`; from the crate `whipple-emulator` |
//! | `cuda-13000` (on), `cuda-12080` | the interface of the driver that is bound, one of the two |

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod cache;
mod compile;
mod device;
#[doc(hidden)] // For tests.
pub mod driver;
#[cfg(feature = "emulation")]
pub mod emulated;
#[doc(hidden)] // For tests.
pub mod engine;
mod headers;
#[doc(hidden)] // For the facade and tests.
pub mod nvrtc;
mod settings;
mod storage;

pub use compile::{compile_cached, compile_for, tell_of_long_compilations};
pub use device::{available, open};
pub use nvrtc::KernelResources;
pub use settings::{Compiled, Settings};

// For tests, hidden where they are defined: a crate that shows this one looks there.
pub use {device::CudaDevice, headers::headers, storage::DeviceStorage};
