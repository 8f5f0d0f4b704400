//! The CUDA-free half of whipple.

pub mod atomic;
pub mod backend;
pub mod buffer;
pub mod choice;
pub mod context;
pub mod control;
pub mod cpu;
pub mod device;
pub mod device_type;
pub mod error;
pub mod facts;
#[doc(hidden)]
pub mod fault;
pub mod host_memory;
pub mod launcher;
pub mod options;
pub mod parameter;
pub mod plan;
pub mod procedure;
pub mod program;
pub mod report;
pub mod running;
pub mod shared;
pub mod source;
pub mod trace;
pub mod weights;

pub use device_type::{DeviceItem, DeviceType, WorkItem};
