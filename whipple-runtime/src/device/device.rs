//! Devices: where buffers live and programs run.

use crate::{
    backend::Backend,
    buffer::{Buffer, Element},
    cpu,
    error::Error,
};
use std::{
    fmt,
    panic::{RefUnwindSafe, UnwindSafe},
    sync::{Arc, OnceLock},
};

/// Which kind of device a [`Device`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceKind {
    /// The CPU executor.
    Cpu,
    /// A CUDA GPU.
    Cuda,
    /// A CUDA GPU that is emulated on the CPU, for tests.
    Emulated,
}

/// A device that holds buffers and runs programs. A cheap handle: clones name the same device.
#[derive(Clone)]
pub struct Device {
    backend: Arc<dyn Backend>,
}

impl Device {
    /// The CPU. Always the same device, so that buffers from several calls fit together.
    ///
    /// Its runs set a panic hook (`std::panic::set_hook`), because only a hook learns the line of a panic: it keeps panics of
    /// procedures from being printed, and runs give them as [`Error::DevicePanic`]. All others go to the hook that was there before.
    /// In a build with `panic = "abort"` a panic of a procedure is printed and ends the process.
    pub fn cpu() -> Self {
        static CPU: OnceLock<Device> = OnceLock::new();
        CPU.get_or_init(|| Self::from_backend(Arc::new(cpu::Cpu::new()))).clone()
    }

    /// The device that a back end drives.
    #[doc(hidden)] // For back ends.
    pub fn from_backend(backend: Arc<dyn Backend>) -> Self {
        Self { backend }
    }

    /// CPU, GPU or emulated GPU.
    pub fn kind(&self) -> DeviceKind {
        self.backend.kind()
    }

    /// The device in words, as `NVIDIA H200, 132 multiprocessors`.
    pub fn description(&self) -> String {
        self.backend.description()
    }

    /// A buffer of `length` elements, all bytes zero.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::TooLong`].
    pub fn buffer<T: Element>(&self, length: usize) -> Result<Buffer<T>, Error> {
        Buffer::zeroed(self, length)
    }

    /// A buffer of `length` elements, each `value`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::TooLong`].
    pub fn buffer_filled<T: Element>(&self, length: usize, value: T) -> Result<Buffer<T>, Error> {
        let buffer = self.buffer(length)?;
        buffer.fill(value)?;
        Ok(buffer)
    }

    /// A buffer with a copy of `elements`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::TooLong`].
    pub fn buffer_from<T: Element>(&self, elements: &[T]) -> Result<Buffer<T>, Error> {
        let buffer = self.buffer(elements.len())?;
        buffer.write(elements)?;
        Ok(buffer)
    }

    /// The back end behind the device.
    #[doc(hidden)] // For back ends and tests.
    pub fn backend(&self) -> &Arc<dyn Backend> {
        &self.backend
    }

    /// Whether two handles name the same device.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.backend, &other.backend)
    }
}

/// A back end has no state that a panic of its user could leave half done.
impl UnwindSafe for Device {}
/// As above.
impl RefUnwindSafe for Device {}

/// The device in words: its [`description`](Device::description).
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.description())
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(&self.description()).finish()
    }
}
